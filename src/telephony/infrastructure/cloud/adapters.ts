import type { CloudAdapter } from './adapter';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

/** All cloud carriers. To add one, write its adapter and add a line. */
export const CLOUD_ADAPTERS: readonly CloudAdapter[] = [EXOTEL, PLIVO, TWILIO];
