import { Injectable } from '@nestjs/common';
import { newId } from '../../platform/ids';

/** The name of this process among those that hold real calls. */
@Injectable()
export class MediaProcessId {
  readonly id = newId('media');
}
