import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TestApp } from '../harness/app';
import { TestAuthority } from '../harness/certificates';
import { temporaryFolder } from '../harness/temporary-folder';
import { changeOf, makeTrunk } from '../harness/trunks';

let service: TestApp;
let commands: TelephonyOperations;

beforeAll(async () => {
  service = await TestApp.start();
  commands = new TelephonyOperations(service.app);
});
afterAll(() => service.stop());

(TestAuthority.isPossible ? test : test.skip)(
  'a trunk has a certificate of ours and its key, which is a secret',
  async () => {
    const authority = new TestAuthority();
    const folder = temporaryFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder.path, name), text);
      return join(folder.path, name);
    };
    const [one, other] = ['one.example', 'other.example'].map((name) => authority.issue({ name }));
    const tlsCert = file('cert.pem', one!.cert);
    const tlsKey = file('key.pem', one!.key);
    const made = await makeTrunk(service, 'sip', { transport: 'tls', srtp: 'required', tlsCert, tlsKey });
    expect(made).toMatchObject({ srtp: 'required', tls_cert: one!.cert, tls_key_set: true });
    expect(JSON.stringify(made)).not.toContain('PRIVATE KEY');
    const [stored] = await service.unitOfWork.rows<{ text: string }>(
      `SELECT row_to_json(trunks)::text AS text FROM trunks WHERE id = $1`,
      [made['id']],
    );
    expect(stored?.text).not.toContain('PRIVATE KEY');
    for (const wrong of [
      { tlsCert },
      { tlsKey },
      { tlsCert, tlsKey: file('other.pem', other!.key) },
      { tlsCert, tlsKey: tlsCert },
      { tlsCert: '' },
      { transport: 'tcp' },
    ]) {
      await expect(
        changeOf(wrong).then((change) => commands.setTrunk(made['id'], change, false)),
      ).rejects.toThrow(/^--/);
    }
    const none = await changeOf({ tlsCert: '', tlsKey: '', srtp: 'off', transport: 'tcp' });
    expect(await commands.setTrunk(made['id'], none, false)).toMatchObject({
      srtp: 'off',
      tls_cert: null,
      tls_key_set: false,
    });
    folder.remove();
    authority.remove();
  },
);
