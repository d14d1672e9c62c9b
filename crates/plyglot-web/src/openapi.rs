//! The description of the API, made of the code.

use std::sync::Arc;

use axum::{Router, routing::get};
use utoipa::{
    OpenApi as _,
    openapi::{
        Content, OpenApi, Ref, RefOr, ResponseBuilder,
        path::Operation,
        security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    analyses, app::App, games, maps, positions, problem::Problem, reviews, runs, socket, tables,
    view::View,
};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Plyglot",
        version = "1",
        description = "Board games, searches and people at one table. Whatever is added to version 1 leaves what \
            is there as it is; clients ignore what they do not know."
    ),
    components(schemas(Problem, View, socket::ToServer, socket::FromServer))
)]
struct Base;

/// All calls below `/api/v1`.
fn calls() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Base::openapi())
        .nest("/api/v1", games::routes())
        .nest("/api/v1", positions::routes())
        .nest("/api/v1", tables::routes())
        .nest("/api/v1", analyses::routes())
        .nest("/api/v1", reviews::routes())
        .nest("/api/v1", maps::routes())
        .nest("/api/v1", runs::routes())
        .nest("/api/v1", OpenApiRouter::new().routes(routes!(socket::open)))
}

/// The router of all calls, with the description among them.
pub(crate) fn router() -> Router<Arc<App>> {
    let (router, _) = calls().split_for_parts();
    let text: Arc<str> = description().into();
    let answer = move || {
        let text = text.to_string();
        async move { ([(axum::http::header::CONTENT_TYPE, "application/json")], text) }
    };
    router.route("/api/v1/openapi.json", get(answer))
}

/// The description of the API as a text.
pub fn description() -> String {
    let (_, mut api) = calls().split_for_parts();
    complete(&mut api);
    let mut text = serde_json::to_string_pretty(&api).unwrap_or_default();
    text.push('\n');
    text
}

/// What can go wrong with every call.
const PROBLEMS: [(&str, &str); 11] = [
    ("400", "it cannot be read"),
    ("401", "it needs a token"),
    ("403", "it is not the asker's to do"),
    ("404", "there is no such thing"),
    ("405", "it cannot be asked like that"),
    ("409", "it is about a state of things that has passed"),
    ("413", "it is too large"),
    ("415", "it is not JSON"),
    ("422", "it can be read, but not be done"),
    ("429", "it is more than the server allows"),
    ("503", "the server has too much to do"),
];

/// Calls that need no token.
const OPEN: [&str; 4] = ["/api/v1/health", "/api/v1/boards/{id}", "/api/v1/join", "/api/v1/ws"];

/// Adds to every call what all have in common.
fn complete(api: &mut OpenApi) {
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    if let Some(components) = &mut api.components {
        components.add_security_scheme("token", scheme);
    }
    for (path, item) in &mut api.paths.paths {
        let open = OPEN.contains(&path.as_str());
        let operations =
            [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            complete_operation(operation, open);
        }
    }
}

fn complete_operation(operation: &mut Operation, open: bool) {
    for (status, about) in PROBLEMS {
        let content = Content::new(Some(RefOr::<utoipa::openapi::Schema>::Ref(
            Ref::from_schema_name("Problem"),
        )));
        let response = ResponseBuilder::new()
            .description(about)
            .content("application/problem+json", content)
            .build();
        operation.responses.responses.entry(status.to_owned()).or_insert(RefOr::T(response));
    }
    if !open {
        let none: [String; 0] = [];
        operation.security = Some(vec![SecurityRequirement::new("token", none)]);
    }
}
