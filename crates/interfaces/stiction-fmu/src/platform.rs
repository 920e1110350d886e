//! Shared libraries and their platforms.

use std::path::Path;

use object::elf::{ELFOSABI_GNU, ELFOSABI_SYSV};
use object::{Architecture, BinaryFormat, FileFlags, Object, ObjectKind};

use crate::describe::Fmi;
use crate::error::ExportError;

/// A platform that FMI has a name for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are called by their names")]
pub enum Platform {
    LinuxX86,
    LinuxX86_64,
    LinuxAarch64,
    WindowsX86,
    WindowsX86_64,
    WindowsAarch64,
    MacX86_64,
    MacAarch64,
}

impl Platform {
    /// Returns the platform of a shared library for Linux (ELF), Windows (PE) or macOS (Mach-O); none for other files.
    #[must_use]
    pub fn of(library: &[u8]) -> Option<Self> {
        let file = object::File::parse(library).ok()?;
        let is_foreign = match file.flags() {
            FileFlags::Elf { os_abi, .. } => ![ELFOSABI_SYSV, ELFOSABI_GNU].contains(&os_abi),
            _ => false,
        };
        if file.kind() != ObjectKind::Dynamic || is_foreign || !file.is_little_endian() {
            return None;
        }
        Some(match (file.format(), file.architecture()) {
            (BinaryFormat::Elf, Architecture::I386) => Self::LinuxX86,
            (BinaryFormat::Elf, Architecture::X86_64) => Self::LinuxX86_64,
            (BinaryFormat::Elf, Architecture::Aarch64) => Self::LinuxAarch64,
            (BinaryFormat::Pe, Architecture::I386) => Self::WindowsX86,
            (BinaryFormat::Pe, Architecture::X86_64) => Self::WindowsX86_64,
            (BinaryFormat::Pe, Architecture::Aarch64) => Self::WindowsAarch64,
            (BinaryFormat::MachO, Architecture::X86_64) => Self::MacX86_64,
            (BinaryFormat::MachO, Architecture::Aarch64) => Self::MacAarch64,
            _ => return None,
        })
    }

    /// Returns its folder in `binaries`; FMI 2.0 has no name for Arm except on a Mac.
    #[must_use]
    pub const fn folder(self, version: Fmi) -> Option<&'static str> {
        Some(match (version, self) {
            (Fmi::V2, Self::LinuxX86) => "linux32",
            (Fmi::V2, Self::LinuxX86_64) => "linux64",
            (Fmi::V2, Self::WindowsX86) => "win32",
            (Fmi::V2, Self::WindowsX86_64) => "win64",
            (Fmi::V2, Self::MacX86_64 | Self::MacAarch64) => "darwin64",
            (Fmi::V2, Self::LinuxAarch64 | Self::WindowsAarch64) => return None,
            (Fmi::V3, Self::LinuxX86) => "x86-linux",
            (Fmi::V3, Self::LinuxX86_64) => "x86_64-linux",
            (Fmi::V3, Self::LinuxAarch64) => "aarch64-linux",
            (Fmi::V3, Self::WindowsX86) => "x86-windows",
            (Fmi::V3, Self::WindowsX86_64) => "x86_64-windows",
            (Fmi::V3, Self::WindowsAarch64) => "aarch64-windows",
            (Fmi::V3, Self::MacX86_64) => "x86_64-darwin",
            (Fmi::V3, Self::MacAarch64) => "aarch64-darwin",
        })
    }

    /// Returns the extension of its shared libraries.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::LinuxX86 | Self::LinuxX86_64 | Self::LinuxAarch64 => "so",
            Self::WindowsX86 | Self::WindowsX86_64 | Self::WindowsAarch64 => "dll",
            Self::MacX86_64 | Self::MacAarch64 => "dylib",
        }
    }
}

/// The shared library of this crate for one platform.
#[derive(Clone)]
pub struct Library {
    /// Its platform.
    pub platform: Platform,
    pub(crate) bytes: Vec<u8>,
}

impl core::fmt::Debug for Library {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Library for {:?} of {} bytes", self.platform, self.bytes.len())
    }
}

impl Library {
    /// Reads a library.
    ///
    /// # Errors
    /// A file that cannot be read, that is not a shared library for a platform of FMI, or that is not of this crate
    /// and version.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ExportError> {
        let path = path.as_ref();
        let read = stiction_scenario::read_file(path);
        let bytes = read.map_err(|source| ExportError::File { path: path.to_owned(), source })?;
        let refuse = |reason: &str| {
            Err(ExportError::Library { path: path.to_owned(), reason: reason.to_owned() })
        };
        let Some(platform) = Platform::of(&bytes) else {
            return refuse(
                "is no shared library for Linux, Windows or macOS on x86 or Arm (of one for several machines \
                 take one part: `lipo -thin`)",
            );
        };
        let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        if !has("fmi3InstantiateCoSimulation") {
            return refuse(
                "is not the library of stiction for FMUs: it exports no fmi3InstantiateCoSimulation",
            );
        }
        if !has(crate::LIBRARY) {
            return refuse(&format!("is of another version: {} is needed", crate::LIBRARY));
        }
        Ok(Self { platform, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(length: usize, places: &[(usize, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0; length];
        for (at, part) in places {
            bytes[*at..at + part.len()].copy_from_slice(part);
        }
        bytes
    }

    /// Returns an ELF header.
    fn elf(class: u8, kind: u8, machine: u8) -> Vec<u8> {
        with(64, &[(0, b"\x7fELF"), (4, &[class, 1, 1]), (16, &[kind]), (18, &[machine])])
    }

    #[test]
    fn formats_are_told_from_their_heads() {
        let pe = |machine: [u8; 2], magic: u8, flags: u8| {
            let sizes = if magic == 1 { [0x60, 0] } else { [0x70, 0] };
            with(
                512,
                &[
                    (0, b"MZ"),
                    (0x3c, &[0x80]),
                    (0x80, b"PE\0\0"),
                    (0x84, &machine),
                    (0x94, &sizes),
                    (0x97, &[flags]),
                    (0x98, &[0x0b, magic]),
                ],
            )
        };
        let mach = |machine: [u8; 4], kind: u8| {
            with(32, &[(0, &[0xcf, 0xfa, 0xed, 0xfe]), (4, &machine), (12, &[kind])])
        };
        let foreign = with(64, &[(0, &elf(2, 3, 62)), (7, &[9])]);
        let found = [
            (elf(2, 3, 62), Some(Platform::LinuxX86_64)),
            (elf(2, 3, 183), Some(Platform::LinuxAarch64)),
            (elf(1, 3, 3), Some(Platform::LinuxX86)),
            // A program, a machine without a name, another system.
            (elf(2, 2, 62), None),
            (elf(1, 3, 40), None),
            (foreign, None),
            (pe([0x64, 0x86], 2, 0x20), Some(Platform::WindowsX86_64)),
            (pe([0x4c, 0x01], 1, 0x20), Some(Platform::WindowsX86)),
            (pe([0x64, 0xaa], 2, 0x20), Some(Platform::WindowsAarch64)),
            (pe([0x64, 0x86], 2, 0x00), None),
            (mach([0x07, 0, 0, 1], 6), Some(Platform::MacX86_64)),
            (mach([0x0c, 0, 0, 1], 6), Some(Platform::MacAarch64)),
            (mach([0x07, 0, 0, 1], 2), None),
            (vec![], None),
            (b"MZ".to_vec(), None),
        ];
        for (i, (bytes, platform)) in found.into_iter().enumerate() {
            assert_eq!(Platform::of(&bytes), platform, "{i}");
            // A truncated header has no platform and causes no panic.
            for end in 0..bytes.len() {
                let cut = Platform::of(&bytes[..end]);
                assert!(end >= 16 || cut.is_none(), "{i} {end}: {cut:?}");
            }
        }
    }

    #[test]
    fn a_file_that_is_no_library_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.so");
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            Library::load(&path).unwrap_err().to_string()
        };
        assert!(refused(b"no library").contains("is no shared library for Linux"));
        let mut elf = elf(2, 3, 62);
        assert!(refused(&elf).contains("is not the library of stiction"));
        elf.extend(b"fmi3InstantiateCoSimulation");
        assert!(refused(&elf).contains("is of another version: stiction-fmu "));
        elf.extend(crate::LIBRARY.as_bytes());
        std::fs::write(&path, &elf).unwrap();
        assert_eq!(Library::load(&path).unwrap().platform, Platform::LinuxX86_64);
        assert!(Library::load(folder.path().join("none")).is_err());
    }
}
