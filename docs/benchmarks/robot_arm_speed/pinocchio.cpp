// Pinocchio's articulated-body algorithm on a robot: nanoseconds for one forward dynamics, the least of 15 tries.
//
//   pip install pin cmeel-eigen cmeel-urdfdom-headers
//   P=$(python -c "import pinocchio, pathlib; print(pathlib.Path(pinocchio.__file__).parents[4])")
//   g++ -std=c++17 -O3 -DNDEBUG -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_LIMIT_VECTOR_SIZE=30 \
//     -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS -DBOOST_FUSION_INVOKE_MAX_ARITY=12 -DPINOCCHIO_WITH_URDFDOM \
//     -DPINOCCHIO_URDFDOM_HEADERS_MAJOR_VERSION=3 -DPINOCCHIO_URDFDOM_HEADERS_MINOR_VERSION=0 \
//     -DPINOCCHIO_URDFDOM_HEADERS_PATCH_VERSION=0 -I$P/include -I$P/include/eigen3 -I$P/include/urdfdom \
//     -I$P/include/urdfdom_headers pinocchio.cpp -L$P/lib -lpinocchio_default -lpinocchio_parsers -Wl,-rpath,$P/lib
#include <chrono>
#include <cstdio>
#include <limits>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/parsers/urdf.hpp>

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "give the URDF file of a robot\n");
    return 2;
  }
  pinocchio::Model model;
  pinocchio::urdf::buildModel(words[1], model);
  pinocchio::Data data(model);
  Eigen::VectorXd q(model.nq), v(model.nv), torque = Eigen::VectorXd::Zero(model.nv);
  for (int k = 0; k < model.nv; ++k) {
    q[k] = 0.1 + 0.1 * k;
    v[k] = 0.15 + 0.1 * k;
  }
  const int calls = 20000;
  double best = std::numeric_limits<double>::infinity(), sum = 0.0;
  for (int tries = 0; tries < 15; ++tries) {
    const auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; ++call) {
      // Each input differs from the one before.
      q[0] += 1e-9;
      sum += pinocchio::aba(model, data, q, v, torque, pinocchio::Convention::LOCAL)[0];
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / calls);
  }
  std::printf("Pinocchio forward dynamics of %d joints %.0f ns (%g)\n", int(model.nv), best, sum);
}
