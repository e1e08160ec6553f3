import { PortPool } from './port-pool';
import { rtpPath } from './rtp-socket';

const HOST = '127.0.0.1';
const hooks = { keyMoved: jest.fn(), onSpoken: jest.fn(), onFailed: jest.fn() };

test('frees the ports of a closed path at once', async () => {
  const pool = new PortPool({ first: 31_024, last: 31_025 }, 0);
  for (let round = 0; round < 3; round++) {
    const path = rtpPath(await pool.open(HOST), () => 0, hooks);
    await expect(pool.open(HOST)).rejects.toThrow('no RTP port is free');
    path.close();
  }
});
