import { Clock } from '../clock';
import type { PublicOrigin } from '../http/public-origin';
import { LinkSigner } from '../link-signer';
import { RecordingLinks } from './recording-links';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const origin = { value: 'https://calls.example.com' } as PublicOrigin;
const clock = new Clock();
const links = (signer: LinkSigner) => new RecordingLinks(clock, signer, origin);
const segmentOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';

test('accepts a link that the previous key signed while that key is set', () => {
  const segment = segmentOf(links(new LinkSigner(OLD)).to('call_1a'));
  expect(links(new LinkSigner(NEW, OLD)).idOf(segment)).toBe('call_1a');
  expect(links(new LinkSigner(NEW)).idOf(segment)).toBeNull();
  const fresh = segmentOf(links(new LinkSigner(NEW, OLD)).to('call_1a'));
  expect(links(new LinkSigner(NEW)).idOf(fresh)).toBe('call_1a');
});

test('rejects a link with any changed character', () => {
  const own = links(new LinkSigner(NEW));
  const segment = segmentOf(own.to('call_1a'));
  for (let at = 0; at < segment.length; at++) {
    for (const other of ['A', 'b', '0', '_', '.']) {
      if (segment[at] === other) continue;
      expect(own.idOf(segment.slice(0, at) + other + segment.slice(at + 1))).toBeNull();
    }
  }
});
