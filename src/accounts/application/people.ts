import { Injectable } from '@nestjs/common';
import { Leads } from './leads';
import { Members } from './members';

/** The people of an account: who works in it, and whom it calls. */
@Injectable()
export class People {
  constructor(
    readonly members: Members,
    readonly leads: Leads,
  ) {}
}
