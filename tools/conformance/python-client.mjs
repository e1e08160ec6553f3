import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DemoService } from '../lib/demo-service.mjs';

const GENERATOR = 'openapi-python-client==0.26.2';
/** Dependencies of the generated client are those of the generator. */
const USE = `
from client import AuthenticatedClient
from client.api.calls import list_calls, queue_call
from client.models import QueueCallRequest
import os, sys

api = AuthenticatedClient(os.environ["URL"], os.environ["KEY"], prefix="", auth_header_name="X-API-Key")
body = QueueCallRequest.from_dict({"phone_number": "+919876540001", "test": True})
queued = queue_call.sync_detailed(client=api, body=body)
listed = list_calls.sync_detailed(client=api)
found = [call.id for call in listed.parsed.data]
print(f"A client in Python queued {queued.parsed.id} and listed {len(found)} calls.")
sys.exit(queued.parsed.id not in found)
`;

/** Makes a typed client in Python and uses it, where pip works. @returns whether nothing was wrong */
export async function pythonClient({ document, folder }) {
  const bin = (name) => join(folder, 'venv', 'bin', name);
  const run = (command, words, options = {}) =>
    spawnSync(command, words, { cwd: folder, stdio: ['ignore', 'inherit', 'pipe'], ...options });
  const isThere =
    run('python3', ['-m', 'venv', 'venv']).status === 0 &&
    run(bin('pip'), ['install', '--quiet', '--retries', '0', GENERATOR]).status === 0;
  if (!isThere) {
    console.log('Left out: it needs Python, and packages of pip, which cannot be had here.');
    return true;
  }
  const words = ['generate', '--path', document, '--meta', 'none', '--output-path', join(folder, 'client')];
  const made = run(bin('openapi-python-client'), words);
  if (made.status !== 0) {
    console.error(String(made.stderr));
    return false;
  }
  const service = await new DemoService('python').start();
  try {
    const env = { ...process.env, URL: service.url, KEY: service.demoKey };
    const used = run(bin('python3'), ['-c', USE], { env });
    if (used.status !== 0) console.error(String(used.stderr));
    return used.status === 0;
  } finally {
    await service.end();
  }
}
