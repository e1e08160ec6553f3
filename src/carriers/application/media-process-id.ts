import { Injectable } from '@nestjs/common';
import { newId } from '../../platform/ids';

/** The name of this process among the media processes. */
@Injectable()
export class MediaProcessId {
  readonly id = newId('media');
}
