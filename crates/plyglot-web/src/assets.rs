//! The built pages, as they are in the program.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{problem::Problem, view};

struct File {
    name: &'static str,
    plain: &'static [u8],
    gz: &'static [u8],
    br: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The names of what is in the program, with the bytes that a browser gets.
pub fn sizes() -> Vec<(&'static str, usize)> {
    FILES.iter().map(|file| (file.name, file.br.len())).collect()
}

/// A file of the table; every path that is not the API's and names no file is a page.
pub(crate) fn get(path: &str, headers: &HeaderMap) -> Response {
    let name = path.trim_start_matches('/');
    if name == "palette.css" {
        return typed("palette.css", view::stylesheet().into_response());
    }
    let page = !name.contains('.') && !name.starts_with("api/") && !name.starts_with("assets/");
    let name = if page { "index.html" } else { name };
    #[cfg(debug_assertions)]
    if let Some(response) = from_folder(name) {
        return response;
    }
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return Problem::missing("page").into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepts = |name: &str| accepted.is_some_and(|list| list.contains(name));
    let (bytes, encoding) = match (accepts("br"), accepts("gzip")) {
        (true, _) => (file.br, Some("br")),
        (false, true) => (file.gz, Some("gzip")),
        (false, false) => (file.plain, None),
    };
    let mut response = bytes.into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    typed(name, response)
}

/// While pages are written, they come from a folder: nothing but names of files in it and in its `assets`.
#[cfg(debug_assertions)]
fn from_folder(name: &str) -> Option<Response> {
    let folder = std::path::PathBuf::from(std::env::var_os("PLYGLOT_PAGES")?);
    let plain = |part: &str| {
        part.chars().all(|sign| sign.is_ascii_alphanumeric() || "-_.".contains(sign))
            && !part.starts_with('.')
    };
    let parts: Vec<&str> = name.split('/').collect();
    let known = parts.iter().all(|part| plain(part)) && parts.len() <= 2;
    let bytes = known.then(|| std::fs::read(folder.join(name)).ok()).flatten();
    Some(match bytes {
        Some(bytes) => typed(name, bytes.into_response()),
        None => (StatusCode::NOT_FOUND, "no such file of the page").into_response(),
    })
}

fn typed(name: &str, mut response: Response) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest" | "json") => "application/json",
        _ => "application/octet-stream",
    };
    if response.status() == StatusCode::OK {
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    response
}
