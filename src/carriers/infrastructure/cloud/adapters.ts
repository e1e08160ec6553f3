import type { CloudKind } from '../../../trunks';
import type { CloudAdapter } from './adapter';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

/** All cloud carriers, by the kind of their trunks. To add one, write its adapter and add a line. */
export const CLOUD_ADAPTERS: Readonly<Record<CloudKind, CloudAdapter>> = {
  exotel: EXOTEL,
  plivo: PLIVO,
  twilio: TWILIO,
};
