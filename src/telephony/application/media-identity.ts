import { Injectable } from '@nestjs/common';
import { newId } from '../../platform/ids';

/** The name of this process among those that hold real calls. */
@Injectable()
export class MediaIdentity {
  readonly id = newId('media');
}
