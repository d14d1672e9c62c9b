//! Who may ask what: addresses, tokens, and what every answer says to browsers.
//!
//! A page of another site can make a browser send requests here, and a name can be made to point to this
//! machine. So the Host must be one of ours and the Origin, if there is one, too; and whatever reads or
//! changes something needs a token that only pages opened by the program have. It is no cookie, since
//! cookies are shared between the ports of a machine.

use std::{
    collections::VecDeque, net::IpAddr, sync::Arc, sync::Mutex, time::Duration, time::Instant,
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use crate::{
    app::App,
    lock,
    problem::{Code, Problem},
};

/// Whoever asks, as their token tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Whoever started the program.
    Host,
    /// Somebody who has joined a table, by the hash of their token and the first table they joined.
    Guest {
        /// The hash of the token.
        hash: String,
        /// The table.
        table: String,
    },
}

/// A new secret of 256 bits that no one can guess.
pub(crate) fn secret() -> String {
    URL_SAFE_NO_PAD.encode(random::<32>())
}

/// So many bytes of the system's randomness.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// A name of so many signs that cannot be guessed and can be read aloud: no sign looks like another.
pub(crate) fn code<const N: usize>() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<N>().iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// What is kept of a guest's token.
pub(crate) fn hashed(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

/// Whether two secrets are equal, in a time that does not tell where they differ.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

impl App {
    /// Whose token this is, if it is one.
    pub(crate) fn who(&self, token: &str) -> Option<Who> {
        if same(token, &self.token) {
            return Some(Who::Host);
        }
        let (table, _) = token.split_once('.')?;
        let (hash, table) = (hashed(token), table.to_owned());
        self.tables.is_guest(&table, &hash).then_some(Who::Guest { hash, table })
    }

    fn who_asks(&self, headers: &HeaderMap) -> Option<Who> {
        let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        self.who(text.strip_prefix("Bearer ")?)
    }
}

fn no_token() -> Response {
    let why = "this needs the token that the program printed with its address: open that address";
    let mut refused = Problem::forbidden(why).into_response();
    *refused.status_mut() = StatusCode::UNAUTHORIZED;
    refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    refused
}

/// Anybody with a token.
impl FromRequestParts<Arc<App>> for Who {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Who, Response> {
        app.who_asks(&parts.headers).ok_or_else(no_token)
    }
}

/// Whoever started the program, and nobody else.
pub(crate) struct Host;

impl FromRequestParts<Arc<App>> for Host {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Host, Response> {
        match app.who_asks(&parts.headers) {
            Some(Who::Host) => Ok(Host),
            Some(_) => {
                Err(Problem::forbidden("a guest's token is for its seat alone").into_response())
            }
            None => Err(no_token()),
        }
    }
}

/// Refuses what no page of ours sends, before anything else is looked at, and seals every answer.
pub(crate) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (api, lasting) = (path.starts_with("/api/"), is_lasting(path));
    let mut response = match refuse(&app, request.headers(), path.ends_with("/ws")) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in SEAL {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    let cache = match (lasting && !headers.contains_key(header::RETRY_AFTER), api) {
        (true, _) => "public, max-age=31536000, immutable",
        (false, true) => "no-store",
        (false, false) => "no-cache",
    };
    if !response.status().is_success() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    } else {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    }
    response
}

/// What is named by its contents and never changes.
fn is_lasting(path: &str) -> bool {
    path.starts_with("/assets/") || path.starts_with("/api/v1/boards/")
}

fn refuse(app: &App, headers: &HeaderMap, socket: bool) -> Option<Response> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text("host").unwrap_or("");
    if !app.hosts.iter().any(|own| own == host) {
        let why = format!("this server is not {host:?}");
        return Some((StatusCode::MISDIRECTED_REQUEST, why).into_response());
    }
    let foreign = |why: &str| Some(Problem::new(Code::Forbidden, "origin", why).into_response());
    let ours = |origin: &str| {
        origin.strip_prefix("http://").is_some_and(|host| app.hosts.iter().any(|own| own == host))
    };
    match text("origin") {
        Some(origin) if !ours(origin) => return foreign("pages of other origins may not ask here"),
        None if socket => return foreign("a socket needs the origin of a page of this server"),
        _ => {}
    }
    match text("sec-fetch-site") {
        Some(site) if site != "same-origin" && site != "none" => {
            foreign("pages of other sites may not ask here")
        }
        _ => None,
    }
}

/// What every answer says to browsers.
const SEAL: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// How often a minute somebody may try a join code that is none.
const TRIES: usize = 5;
/// How often a minute all together may.
const ALL_TRIES: usize = 60;
const MINUTE: Duration = Duration::from_secs(60);

/// Wrong join codes of the last minute, by address.
#[derive(Default)]
pub(crate) struct Tries(Mutex<VecDeque<(Instant, IpAddr)>>);

impl Tries {
    /// Refuses whoever has tried too often.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Problem> {
        let mut tries = lock(&self.0);
        while tries.front().is_some_and(|(when, _)| when.elapsed() > MINUTE) {
            tries.pop_front();
        }
        let own = tries.iter().filter(|(_, other)| *other == address).count();
        if own >= TRIES || tries.len() >= ALL_TRIES {
            let why = "too many wrong codes: wait a minute";
            return Err(Problem::new(Code::Limit, "code", why));
        }
        Ok(())
    }

    /// Notes a wrong code.
    pub(crate) fn note(&self, address: IpAddr) {
        lock(&self.0).push_back((Instant::now(), address));
    }
}
