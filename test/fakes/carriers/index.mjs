import { FakeExotel } from './exotel.mjs';
import { FakePlivo } from './plivo.mjs';
import { FakeTwilio } from './twilio.mjs';

/** The fake of each cloud carrier, by the kind of its trunks. */
export const FAKES = { twilio: FakeTwilio, plivo: FakePlivo, exotel: FakeExotel };

/** @typedef {keyof typeof FAKES} CloudKind */

/** @typedef {FakeTwilio | FakePlivo | FakeExotel} CloudFake */
