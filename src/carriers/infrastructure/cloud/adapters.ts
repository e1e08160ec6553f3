import type { CloudKind } from '../../../trunks';
import type { CloudAdapter } from './adapter';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

/** By the kind of their trunks. */
export const CLOUD_ADAPTERS: Readonly<Record<CloudKind, CloudAdapter>> = {
  exotel: EXOTEL,
  plivo: PLIVO,
  twilio: TWILIO,
};
