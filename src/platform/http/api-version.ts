export const API_VERSION = '1.3.0';
