export const DATABASE_ACCESS = Symbol('DATABASE_ACCESS');
