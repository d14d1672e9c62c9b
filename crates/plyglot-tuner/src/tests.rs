mod decisions;
mod fitting;
mod plans;
mod synthetic;
