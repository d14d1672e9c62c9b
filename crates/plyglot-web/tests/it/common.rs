//! A server in this process, and somebody who asks it.

use std::{
    env, fs,
    net::SocketAddr,
    path::PathBuf,
    process,
    thread::{self, JoinHandle},
    time::Duration,
};

use plyglot_catalog::Catalog;
use plyglot_web::{Config, Start, start};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// A server with a folder of its own, which ends with it.
pub(crate) struct Lab {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    folder: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
    keep: bool,
}

impl Lab {
    /// A server with an empty folder.
    pub(crate) fn start(name: &str) -> Lab {
        let folder = env::temp_dir().join(format!("plyglot-web-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        Lab::of(folder)
    }

    fn of(folder: PathBuf) -> Lab {
        let config = Config {
            records: folder.join("records.db"),
            data: folder.clone(),
            allow_exec: false,
            guests: false,
            threads: 2,
        };
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = start(Catalog::standard(), Start { config, address }).unwrap();
        let (address, token) = (server.address, server.token.clone());
        let (stop, stopped) = oneshot::channel();
        let serving = thread::spawn(move || {
            server.serve(async { drop(stopped.await) }).unwrap();
        });
        Lab { address, token, folder, stop: Some(stop), serving: Some(serving), keep: false }
    }

    /// The same folder with a new server.
    pub(crate) fn restart(mut self) -> Lab {
        self.keep = true;
        let folder = self.folder.clone();
        drop(self);
        Lab::of(folder)
    }

    /// Asks and tells the status and the answer.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
    ) -> (u16, Value) {
        let mut headers: Vec<_> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        headers.extend(token.map(|token| ("authorization".to_owned(), format!("Bearer {token}"))));
        self.send(method, path, &headers, None)
    }

    /// Asks with a body, as whoever has the token.
    pub(crate) fn try_as(
        &self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: Value,
    ) -> (u16, Value) {
        let token = token.map(|token| ("authorization".to_owned(), format!("Bearer {token}")));
        let headers: Vec<_> = token.into_iter().collect();
        let body = (method != "DELETE").then(|| body.to_string());
        self.send(method, path, &headers, body)
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<String>,
    ) -> (u16, Value) {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}/api/v1{path}", self.address);
        let mut request = ureq::http::Request::builder().method(method).uri(url);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answered = match body {
            Some(body) => {
                agent.run(request.header("content-type", "application/json").body(body).unwrap())
            }
            None => agent.run(request.body(()).unwrap()),
        };
        let mut answered = answered.unwrap();
        let text = answered.body_mut().read_to_string().unwrap();
        (answered.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Asks with a body, as the host.
    pub(crate) fn try_post(&self, path: &str, body: Value) -> (u16, Value) {
        self.try_as(Some(&self.token), "POST", path, body)
    }

    /// The same, and it must go well.
    pub(crate) fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.try_post(path, body);
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    /// Reads as the host; it must go well.
    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, Some(&self.token), &[]);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Reads until it is as wanted.
    pub(crate) fn wait(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..6000 {
            let answer = self.get(path);
            if wanted(&answer) {
                return answer;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{path} never became as wanted");
    }

    /// A table of a game of two, both played by hand.
    pub(crate) fn two_people(&self, game: &str) -> String {
        let seats = json!([{ "who": "person", "name": "a" }, { "who": "person", "name": "b" }]);
        let table = self.post("/tables", json!({ "game": game, "seats": seats }));
        table["id"].as_str().unwrap().to_owned()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(serving) = self.serving.take() {
            let _ = serving.join();
        }
        if !self.keep {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// A place some plies into every game.
pub(crate) fn places(lab: &Lab) -> Vec<Value> {
    let games = lab.get("/games")["games"].clone();
    let mut places = Vec::new();
    for game in games.as_array().unwrap() {
        let mut moves: Vec<Value> = Vec::new();
        for step in 0..6 {
            let place = json!({ "game": game["name"], "moves": moves });
            let legal = lab.post("/positions", place)["moves"].clone();
            let legal = legal.as_array().unwrap();
            moves.push(legal[step * 5 % legal.len()]["move"].clone());
        }
        places.push(json!({ "game": game["name"], "moves": moves }));
    }
    places
}
