//! What files hold.

use crate::{Content, Format};

#[test]
fn text_is_utf_8_or_latin_1_without_a_mark() {
    assert_eq!(Content::new("\u{feff}Józef").text(), "Józef");
    assert_eq!(Content::new(*b"Ren\xe9").text(), "René");
    assert_eq!(Content::new(*b"\xef\xbb\xbf\xff").text(), "ï»¿ÿ");
    assert_eq!(Content::new(*b"Ren\xe9").bytes(), b"Ren\xe9");
    assert_eq!(Content::default().text(), "");
}

#[test]
fn formats_are_written_unless_they_say_otherwise() {
    assert!(Format::new("pdn", "").written);
    assert!(!Format::read_only("wtb", "").written);
    assert_eq!(Format::read_only("wtb", "").with(&["jou"]).beside, ["jou"]);
    let content = Content::new("a").with("jou", "b").with("trn", "c");
    assert_eq!([content.beside("trn"), content.beside("x")], [Some(&b"c"[..]), None]);
}
