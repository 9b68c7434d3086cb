/** A value outside of React. Components read it by `useSyncExternalStore(store.subscribe, store.get)`. */
export type Store<T> = {
  get: () => T;
  /** Replaces the value and calls all listeners. */
  set: (value: T) => void;
  /** Registers a listener. Returns a function that removes it. */
  subscribe: (listener: (value: T) => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const { emit, subscribe } = createEvent<T>();
  return {
    get: () => current,
    set(value) {
      current = value;
      emit(value);
    },
    subscribe,
  };
}

/** Creates an event that modules emit and subscribe to without knowing each other. */
export function createEvent<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value: T): void {
      for (const listener of listeners) listener(value);
    },
    /** Registers a listener. Returns a function that removes it. */
    subscribe(listener: (value: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
