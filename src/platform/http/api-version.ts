/** In the OpenAPI document and in each event. */
export const API_VERSION = '1.3.0';
