import { build } from 'vite';

/** The built SDK in one script, which defines `sdk`. @param folder of its ES modules */
export async function bundledSdk(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: `${folder}/index.js`, formats: ['iife'], name: 'sdk' },
    },
  });
  const [{ output }] = [result].flat() as { output: unknown }[] as [{ output: [{ code: string }] }];
  return output[0].code;
}

/** A signed body, as the specification of Standard Webhooks has it. */
export const SIGNED = {
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  now: 1_614_265_330_000,
};
