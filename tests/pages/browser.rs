//! A browser without a window, told what to do over two pipes (the Chrome `DevTools` protocol).
//!
//! `--dump-dom` would be simpler, but with it the clock of the page runs ahead of its frames, so
//! that the drawing is a matter of luck.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stiction::output::RunDirectory;
use stiction::plot::Page;
use tempfile::TempDir;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// If it is set and not empty, failing to open a page is a failure.
const NEED: &str = "STICTION_NEED_BROWSER";
const PATIENCE: Duration = Duration::from_secs(60);
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                     --window-size=1000,900 --remote-debugging-pipe";

/// A browser that shows one page.
pub(crate) struct Browser {
    child: Child,
    commands: File,
    messages: Receiver<Value>,
    session: Value,
    count: u64,
    /// Errors that the page reported.
    complaints: Vec<String>,
    _folder: TempDir,
}

impl Browser {
    /// Opens a page; without a browser it says so, or fails if a browser is required.
    pub(crate) fn open(page: &Page) -> Option<Self> {
        let Some(program) = NAMES.into_iter().find(|name| runs(name)) else {
            return skip(&format!("none of {NAMES:?} is installed"));
        };
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        RunDirectory::create(folder.path()).unwrap().write_page("page.html", page).unwrap();
        let made = Command::new("mkfifo").args([at("commands"), at("messages")]).status();
        if !made.is_ok_and(|status| status.success()) {
            return skip("there is no program `mkfifo`");
        }
        // The browser reads commands from file descriptor 3 and writes messages to 4.
        let line = format!("exec {program} {FLAGS} --user-data-dir=profile 3<commands 4>messages");
        let child = Command::new("sh")
            .args(["-c", &line])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let commands = OpenOptions::new().write(true).open(at("commands")).unwrap();
        let messages = listen(File::open(at("messages")).unwrap());
        let (session, url) = (Value::Null, format!("file://{}", at("page.html").display()));
        let complaints = Vec::new();
        let mut browser =
            Self { child, commands, messages, session, count: 0, complaints, _folder: folder };
        let blank = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": blank["targetId"], "flatten": true });
        browser.session = browser.call("Target.attachToTarget", &target)["sessionId"].take();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser.call("Page.navigate", &json!({ "url": url }));
        browser.wait("document.readyState === 'complete'");
        Some(browser)
    }

    /// Sends a command and returns its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.count += 1;
        let mut command = json!({ "id": self.count, "method": method, "params": parameters });
        if !self.session.is_null() {
            command["sessionId"] = self.session.clone();
        }
        write!(self.commands, "{command}\0").unwrap();
        loop {
            let mut message = self.messages.recv_timeout(PATIENCE).expect("the browser answers");
            if message["id"] == self.count {
                assert_eq!(message["error"], Value::Null, "{method}");
                return message["result"].take();
            }
            let level = &message["params"]["entry"]["level"];
            let complains = message["method"] == "Runtime.exceptionThrown"
                || message["method"] == "Runtime.consoleAPICalled"
                || level == "error";
            if complains {
                self.complaints.push(message.to_string());
            }
        }
    }

    /// Returns the value of an expression of the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut result = self.call("Runtime.evaluate", &parameters);
        assert_eq!(result["exceptionDetails"], Value::Null, "{expression}");
        result["result"]["value"].take()
    }

    /// Returns the numbers of an expression of the page.
    pub(crate) fn numbers(&mut self, expression: &str) -> Vec<f64> {
        let value = self.value(expression);
        let numbers = value.as_array().map(|list| list.iter().map(Value::as_f64).collect());
        numbers.flatten().expect("a list of numbers")
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != true {
            assert!(start.elapsed() < PATIENCE, "not in time: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the last action shows.
    pub(crate) fn settle(&mut self) {
        self.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
    }

    /// Moves, presses or releases the mouse at a point of the page; `more` may override any
    /// parameter.
    pub(crate) fn mouse(&mut self, kind: &str, [x, y]: [f64; 2], more: &Value) {
        let mut event = json!({ "type": kind, "x": x, "y": y, "button": "none" });
        if kind == "mousePressed" || kind == "mouseReleased" {
            event["button"] = "left".into();
            event["clickCount"] = 1.into();
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            event[name] = value.clone();
        }
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Presses and releases a key.
    pub(crate) fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key }));
        }
        self.settle();
    }

    /// Fails if the page reported an error.
    pub(crate) fn finish(mut self) {
        self.settle();
        assert_eq!(self.complaints, Vec::<String>::new());
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Says why a page is not opened, even if the test harness hides the output of passing tests.
fn skip(why: &str) -> Option<Browser> {
    let needed = std::env::var_os(NEED).is_some_and(|value| !value.is_empty());
    assert!(!needed, "{NEED} is set, but {why}");
    let _ = writeln!(std::io::stderr(), "skipped, no page is opened: {why}");
    None
}

fn runs(name: &str) -> bool {
    let mut command = Command::new(name);
    let silent = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// Reads the messages of a browser, which are terminated by zero bytes.
fn listen(pipe: File) -> Receiver<Value> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for message in BufReader::new(pipe).split(0) {
            let parsed = message.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            let Some(value) = parsed else { break };
            if sender.send(value).is_err() {
                break;
            }
        }
    });
    receiver
}
