/** Injects the validated `Config`. */
export const CONFIG = Symbol('CONFIG');

/** Injects the process's pino logger. */
export const LOGGER = Symbol('LOGGER');
