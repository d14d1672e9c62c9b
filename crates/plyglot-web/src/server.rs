//! The server itself: it binds, serves until it is told to stop, and leaves everything in order.

use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use axum::{
    Extension, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request},
    middleware,
    response::IntoResponse as _,
    routing::get,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use plyglot_catalog::{Catalog, WallClock};
use tokio::{net::TcpListener, runtime::Runtime, sync::Semaphore};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};

use crate::{
    analyses::Analyses,
    app::{App, Config},
    assets, gate,
    instance::{Found, Running},
    openapi,
    problem::Problem,
    reviews::Reviews,
    runs::Runs,
    tables::Tables,
    think::Pool,
    view::Boards,
};

/// The longest body of a request.
const BODY: usize = 1 << 20;
/// How many connections may be open.
const CONNECTIONS: usize = 1500;
/// How long a request may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(30);
/// How many sockets may be open.
const SOCKETS: usize = 600;
/// How many questions are worked on at a time.
const DESK: usize = 8;

/// How a server starts.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it is told.
    pub config: Config,
    /// Where it listens.
    pub address: SocketAddr,
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    app: Arc<App>,
    running: Running,
    /// Where it listens.
    pub address: SocketAddr,
    /// What its pages need to know.
    pub token: String,
}

/// Binds a server. Nobody is answered before [`Server::serve`].
pub fn start(catalog: Catalog, start: Start) -> io::Result<Server> {
    let running = Running::of(&start.config.data)?;
    let token = running.token()?;
    fs::create_dir_all(start.config.data.join("maps"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(DESK + 4)
        .enable_all()
        .build()?;
    let listener = runtime.block_on(TcpListener::bind(start.address))?;
    let address = listener.local_addr()?;
    let other = |problem: Problem| io::Error::other(problem.message);
    let tables = Tables::open(&start.config.data).map_err(other)?;
    let invitations = Mutex::new(tables.codes().map_err(other)?);
    let app = Arc::new(App {
        hosts: hosts(address),
        instance: gate::code::<16>(),
        games: OnceLock::new(),
        boards: Boards::default(),
        tables,
        analyses: Analyses::default(),
        reviews: Reviews::default(),
        // One thread is left to those who wait for an answer.
        runs: Runs::new(start.config.threads.saturating_sub(1)),
        pool: Pool::new(start.config.threads),
        tries: gate::Tries::default(),
        invitations,
        desk: Arc::new(Semaphore::new(DESK)),
        sockets: Arc::new(Semaphore::new(SOCKETS)),
        runtime: runtime.handle().clone(),
        clock: WallClock::start(),
        token: token.clone(),
        config: start.config,
        catalog,
    });
    running.note(&Found { address: local(address), instance: app.instance.clone() })?;
    Ok(Server { runtime, listener, app, running, address, token })
}

impl Server {
    /// The address that opens the pages on this machine, with the token in its fragment, which browsers keep
    /// to themselves.
    pub fn link(&self) -> String {
        format!("http://{}/#k={}", local(self.address), self.token)
    }

    /// Serves until `stop` is done.
    pub fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server { runtime, listener, app, running, .. } = self;
        runtime.block_on(async {
            tokio::spawn(keep_tidy(Arc::clone(&app)));
            tokio::spawn(Runs::tell(Arc::clone(&app)));
            tokio::select! {
                () = accept(listener, router(&app)) => {}
                () = stop => {}
            }
        });
        running.forget(&app.instance);
        app.runs.stop();
        app.pool.close();
        runtime.shutdown_timeout(Duration::from_millis(500));
        Ok(())
    }
}

/// Serves whoever connects, so many at a time and nobody who takes for ever to say what they want.
async fn accept(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, address)) = listener.accept().await else {
            // No more open files, most likely: others will end.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // A state that waits for the receipt of the one before is late by 40 ms.
        let _ = stream.set_nodelay(true);
        let service = router.clone().layer(Extension(ConnectInfo(address)));
        tokio::spawn(async move {
            let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
            http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS);
            let service = TowerToHyperService::new(service);
            // Whoever breaks off has gone, and there is nobody to tell.
            let _ = http.serve_connection_with_upgrades(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

/// Every few seconds, ends and forgets what nobody needs any more.
async fn keep_tidy(app: Arc<App>) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        app.analyses.tidy();
        app.reviews.tidy();
        app.tables.make_room();
    }
}

fn router(app: &Arc<App>) -> Router {
    let pages =
        |request: Request| async move { assets::get(request.uri().path(), request.headers()) };
    let unknown = || async { Problem::missing("call").into_response() };
    Router::new()
        .merge(openapi::router().layer(CompressionLayer::new().gzip(true)))
        .route("/api/v1/{*rest}", axum::routing::any(unknown))
        .route("/", get(pages))
        .route("/{*path}", get(pages))
        .layer(CatchPanicLayer::custom(|_| {
            Problem::internal("a fault of the server").into_response()
        }))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(app), gate::check))
        .with_state(Arc::clone(app))
}

/// The address by which this machine reaches the server.
fn local(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// The hosts by which browsers may name the server: nobody else's names, whatever they point to.
fn hosts(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let mut hosts: Vec<String> =
        ["127.0.0.1", "localhost", "[::1]"].iter().map(|name| format!("{name}:{port}")).collect();
    let own = match address.ip() {
        ip if ip.is_unspecified() => addresses_of_machine(),
        ip => vec![ip],
    };
    for ip in own {
        let host = SocketAddr::new(ip, port).to_string();
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts
}

/// The addresses by which other machines can reach this one: that of the way out, as nothing is sent.
fn addresses_of_machine() -> Vec<IpAddr> {
    let way_out = |from: &str, to: &str| {
        let socket = std::net::UdpSocket::bind(from).ok()?;
        socket.connect(to).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let ways = [way_out("0.0.0.0:0", "192.0.2.1:9"), way_out("[::]:0", "[2001:db8::1]:9")];
    ways.into_iter().flatten().filter(|ip| !ip.is_unspecified()).collect()
}

impl App {
    /// Where guests reach the server; nowhere if it listens to this machine alone.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let local = |host: &&String| {
            ["127.0.0.1:", "localhost:", "[::1]:"].iter().any(|own| host.starts_with(own))
        };
        match self.config.guests {
            true => {
                let away = self.hosts.iter().filter(|host| !local(host));
                away.map(|host| format!("http://{host}")).collect()
            }
            false => Vec::new(),
        }
    }
}
