import { Injectable } from '@nestjs/common';
import { Leads } from './leads';
import { Members } from './members';

@Injectable()
export class People {
  constructor(
    readonly members: Members,
    readonly leads: Leads,
  ) {}
}
