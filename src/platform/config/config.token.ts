import { Config } from './config';

export const CONFIG = Config;

export const LOGGER = Symbol('LOGGER');
