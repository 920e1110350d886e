//! The programs of the book.

mod flywheel {
    include!(concat!(env!("OUT_DIR"), "/bin/flywheel.rs"));

    #[test]
    fn runs() {
        main().unwrap();
    }
}
