export const memory: WebAssembly.Memory;
