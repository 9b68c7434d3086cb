mod bodies;
mod download;
mod files;
mod interruptions;
mod records;
mod repeats;
