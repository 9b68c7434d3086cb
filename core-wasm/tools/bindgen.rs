//! Writes the JavaScript and the TypeScript declarations beside a compiled module.
//!
//! Usage: `bindgen MODULE.wasm OUT_DIR`

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let (Some(module), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: bindgen MODULE.wasm OUT_DIR".into());
    };
    Bindgen::new().input_path(module).bundler(true)?.typescript(true).generate(out)?;
    Ok(())
}
