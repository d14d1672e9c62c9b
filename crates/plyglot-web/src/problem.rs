//! Errors of the API: the lab's own, with a status, as `application/problem+json`.

use axum::{
    extract::{
        FromRequest, FromRequestParts, Request,
        rejection::{JsonRejection, PathRejection, QueryRejection},
    },
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use plyglot_lab as lab;
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// What went wrong with a request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The kind of error.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
    /// Where it went wrong.
    pub at: lab::Place,
    /// What would have been right, where that can be said.
    pub expected: Option<String>,
    /// What was there instead, shortened.
    pub got: Option<String>,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    /// A text cannot be read.
    Syntax,
    /// It can be read, but no such position can exist.
    Rules,
    /// The move can be read, but not played.
    Illegal,
    /// A specification is refused.
    Spec,
    /// What was asked is about a state of things that has passed.
    Stale,
    /// Who asks may not do it.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// More than the server allows.
    Limit,
    /// The server has too much to do; ask again later.
    Busy,
    /// A fault of the server.
    Internal,
}

impl Problem {
    /// An error of a kind in a part of the question.
    pub(crate) fn new(code: Code, field: &str, message: impl Into<String>) -> Problem {
        let at = lab::Place { field: field.to_owned(), ..lab::Place::default() };
        Problem { code, message: message.into(), at, expected: None, got: None }
    }

    /// There is no such thing.
    pub(crate) fn missing(what: &str) -> Problem {
        Problem::new(Code::NotFound, "id", format!("there is no such {what}"))
    }

    /// Who asks may not do it.
    pub(crate) fn forbidden(why: &str) -> Problem {
        Problem::new(Code::Forbidden, "token", why)
    }

    /// A fault of the server.
    pub(crate) fn internal(why: impl ToString) -> Problem {
        Problem::new(Code::Internal, "server", why.to_string())
    }

    fn status(&self) -> StatusCode {
        match self.code {
            Code::Syntax => StatusCode::BAD_REQUEST,
            Code::Rules | Code::Illegal | Code::Spec => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Stale => StatusCode::CONFLICT,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Limit => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<lab::Error> for Problem {
    fn from(error: lab::Error) -> Problem {
        let code = match error.code {
            lab::Code::Syntax => Code::Syntax,
            lab::Code::Rules => Code::Rules,
            lab::Code::Illegal => Code::Illegal,
            lab::Code::Spec => Code::Spec,
            lab::Code::Stale => Code::Stale,
            lab::Code::Forbidden => Code::Forbidden,
            lab::Code::NotFound => Code::NotFound,
            lab::Code::Limit => Code::Limit,
        };
        let lab::Error { message, at, expected, got, .. } = error;
        Problem { code, message, at, expected, got }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (self.status(), kind, body).into_response();
        if self.code == Code::Busy {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from(1));
        }
        response
    }
}

/// An answer, or what went wrong.
pub(crate) type Answered<T> = Result<T, Problem>;

/// A body of JSON whose refusal is a [`Problem`].
pub(crate) struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Response> {
        let read = axum::Json::<T>::from_request(request, state).await;
        read.map(|axum::Json(value)| Json(value)).map_err(|refused: JsonRejection| {
            let code = match refused.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Code::Limit,
                _ => Code::Syntax,
            };
            let mut response = Problem::new(code, "body", refused.body_text()).into_response();
            *response.status_mut() = refused.status();
            response
        })
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Parts of the path whose refusal is a [`Problem`].
pub(crate) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Path(value)).map_err(|refused: PathRejection| {
            Problem::new(Code::NotFound, "path", refused.body_text())
        })
    }
}

/// The query whose refusal is a [`Problem`].
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Query(value)).map_err(|refused: QueryRejection| {
            Problem::new(Code::Syntax, "query", refused.body_text())
        })
    }
}
