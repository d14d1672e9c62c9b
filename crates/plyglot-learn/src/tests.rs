mod files;
mod host;
mod labels;
mod runs;
mod three;
