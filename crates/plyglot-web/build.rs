//! Puts the built pages into the program, each file plain and compressed.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

fn main() {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo tells")).join("page/dist");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo tells"));
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut table = String::from("const FILES: &[File] = &[\n");
    for (number, path) in files.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.strip_prefix(&dist).expect("it was found there");
        let name = name.to_str().expect("built names are plain").replace('\\', "/");
        let plain = fs::read(path).expect("a built page can be read");
        let kept = |ending: &str, bytes: &[u8]| {
            let kept = out.join(format!("{number}.{ending}"));
            fs::write(&kept, bytes).expect("the output folder can be written");
            kept
        };
        let (gz, br) = (kept("gz", &gzip(&plain)), kept("br", &brotli(&plain)));
        let plain = kept("plain", &plain);
        writeln!(
            table,
            "File {{ name: {name:?}, plain: include_bytes!({plain:?}), gz: include_bytes!({gz:?}), \
             br: include_bytes!({br:?}) }},"
        )
        .expect("a string takes everything");
    }
    table.push_str("];\n");
    fs::write(out.join("files.rs"), table).expect("the output folder can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes).and_then(|()| writer.finish()).expect("memory takes everything")
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params).expect("memory takes everything");
    out
}
