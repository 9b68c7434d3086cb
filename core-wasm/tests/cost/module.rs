//! Runs a shipped module in an interpreter that counts instructions.

use std::{fs, path::Path};

use wasmi::{
    CompilationMode, Config, Engine, Instance, Linker, Memory, Module, Store, WasmParams, WasmResults,
};

/// Argument, encoded as in `js/exchange.js`.
#[derive(Clone)]
pub(crate) enum Argument<'a> {
    /// A text, or the first bytes of a file.
    Bytes(&'a [u8]),
    /// A number.
    Number(f64),
}

/// Instance of a module with its memory.
pub(crate) struct Rules {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Rules {
    /// Starts a module of `core-wasm/pkg`.
    pub(crate) fn start(name: &str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("pkg/{name}.wasm"));
        let bytes = fs::read(file).expect("the rules are not built yet: run 'make build PART=wasm'");
        // Compiles before the calls, so that their cost excludes it.
        let mut config = Config::default();
        config.consume_fuel(true).compilation_mode(CompilationMode::Eager);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, &bytes).expect("the module is sound");
        let mut store = Store::new(&engine, ());
        store.set_fuel(u64::MAX).expect("instructions are counted");
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module);
        let instance = instance.expect("the module needs nothing from outside");
        let memory = instance.get_memory(&store, "memory").expect("the module shares its memory");
        Self { store, instance, memory }
    }

    /// Writes arguments and returns their total length in bytes.
    pub(crate) fn write(&mut self, arguments: &[Argument<'_>]) -> u32 {
        let mut written = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Bytes(bytes) => {
                    written.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
                    written.extend_from_slice(bytes);
                }
                Argument::Number(number) => written.extend(number.to_le_bytes()),
            }
        }
        let length = u32::try_from(written.len()).unwrap();
        let start: u32 = self.call("reserve", length).0;
        self.memory.write(&mut self.store, start.try_into().unwrap(), &written).unwrap();
        length
    }

    /// Calls a function and returns its result and the number of instructions.
    pub(crate) fn call<P: WasmParams, R: WasmResults>(&mut self, name: &str, parameters: P) -> (R, u64) {
        let function = self.instance.get_typed_func::<P, R>(&self.store, name).unwrap();
        let before = self.store.get_fuel().unwrap();
        let result = function.call(&mut self.store, parameters).unwrap();
        (result, before - self.store.get_fuel().unwrap())
    }
}
