# Sets up cargo for wasm32 on this machine. Source it after lib.sh.
# shellcheck shell=bash

WASM_TARGET=wasm32-unknown-unknown
WASM_DIR=$ROOT/target/wasm

# wasm_way: prints `rustup` if the current toolchain has the target, `debian` if Debian's compiler
# can build the standard library for it, otherwise nothing.
wasm_way() {
  local std
  std=$(rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null || true)
  if [[ -n "$std" ]] && compgen -G "$std/libcore-*.rlib" >/dev/null; then
    echo rustup
  elif [[ -x /usr/bin/cargo && -x /usr/bin/rustc ]] &&
    [[ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]]; then
    echo debian
  fi
}

# Debian's compiler has no linker for wasm32. rustup's includes one.
wasm_linker() {
  compgen -G "$(rustc --print sysroot)/lib/rustlib/*/bin/rust-lld" || command -v wasm-ld || true
}

# wasm_std: prints which standard library for wasm32 is used.
wasm_std() {
  local way
  way=$(wasm_way)
  case $way in
    rustup) echo "$way $(rustc --version)" ;;
    debian) echo "$way $(/usr/bin/rustc --version)" ;;
    *) die "Rust cannot compile for $WASM_TARGET yet: run 'make build'." ;;
  esac
}

# wasm_cargo COMMAND [ARG…]: runs a cargo command for wasm32, in its own folder.
wasm_cargo() {
  local command=$1 std
  # Panic messages must not contain the path of the build.
  local -x CARGO_ENCODED_RUSTFLAGS
  CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"$'\x1f'"--remap-path-prefix=$ROOT=."
  shift
  set -- "$command" --target "$WASM_TARGET" --target-dir "$WASM_DIR" "$@"
  std=$(wasm_std) || return
  # Objects of two standard libraries in one folder cannot be linked.
  if ! stamped wasm-std "$std"; then
    rm -rf "$WASM_DIR"
    stamp wasm-std "$std"
  fi
  if [[ "$std" == rustup* ]]; then
    cargo "$@"
  else
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(wasm_linker) \
      /usr/bin/cargo "$@" -Zbuild-std=std,panic_abort
  fi
}
