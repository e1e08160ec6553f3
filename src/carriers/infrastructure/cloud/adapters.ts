import type { CloudKind } from '../../../trunks';
import type { CloudAdapter } from './adapter';
import { EXOTEL } from './exotel/exotel';
import { PLIVO } from './plivo/plivo';
import { TWILIO } from './twilio/twilio';

/** Adapters by the kind of trunk. */
export const CLOUD_ADAPTERS: Readonly<Record<CloudKind, CloudAdapter>> = {
  exotel: EXOTEL,
  plivo: PLIVO,
  twilio: TWILIO,
};
