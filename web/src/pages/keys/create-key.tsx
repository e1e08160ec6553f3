import { useState } from 'react';
import { requests } from '../../api/requests';
import type { ApiKey, CreatedApiKey } from '../../api/types';
import { Checks } from '../../components/field/checks';
import { Input } from '../../components/field/field';
import { Command } from '../../components/secret/secret';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { fieldProps, outerField, useMakeOnce } from '../../layout/form';
import { SecretDialog } from '../../layout/secret-dialog';
import { t } from '../../messages/en';

type KeyScope = ApiKey['scopes'][number];

const SCOPES = [...t.keys.allows.keys()] as KeyScope[];

interface Values {
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expires_on: string;
}

export default function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const makeOnce = useMakeOnce();
  const { form, sending } = useDialogForm<Values>({
    values: { name: '', scopes: ['calls:read', 'calls:write'], expires_on: '' },
    send: async ({ name, scopes, expires_on }) => {
      const body = { name, scopes, ...(expires_on !== '' && { expires_on }) };
      setMade(await makeOnce(body, (key) => requests.createKey(body, key)));
      return null;
    },
    fieldOf: outerField,
    onClose,
  });
  if (made) return <MadeKey made={made} onClose={onClose} />;
  return (
    <DialogForm words={t.keys.create} sending={sending} onClose={onClose}>
      <Input label={t.keys.name} autoComplete="off" {...fieldProps(form, 'name')} />
      <Checks
        title={t.keys.scopes}
        name="scopes"
        choices={SCOPES}
        hints={t.keys.allows}
        value={form.watch('scopes')}
        onChange={(scopes) => form.setValue('scopes', scopes)}
        error={form.formState.errors.scopes?.message}
      />
      <Input
        label={t.keys.expiresOn}
        hint={t.keys.expiresHint}
        type="date"
        {...fieldProps(form, 'expires_on')}
      />
    </DialogForm>
  );
}

/** A list that each scope allows to read; the first scope of a key in this order counts. */
const READABLE: readonly (readonly [KeyScope, string])[] = [
  ['calls:read', '/v1/calls'],
  ['agents:manage', '/v1/voices'],
  ['counsellors:manage', '/v1/counsellors'],
  ['webhooks:manage', '/v1/webhook'],
];

/** A key with `calls:write` alone may read nothing, and gets 403 insufficient_scope. */
function readablePath(scopes: readonly KeyScope[]): string {
  return READABLE.find(([scope]) => scopes.includes(scope))?.[1] ?? '/v1/calls';
}

/** After a lost response the key has no text any more. */
function MadeKey({ made, onClose }: { readonly made: CreatedApiKey; readonly onClose: () => void }) {
  const { create: title, made: text, lost } = t.keys;
  return (
    <SecretDialog {...{ title, text, lost, onClose }} secret={made.key} testId="new-key">
      {made.key !== null && (
        <>
          <p>{t.keys.tryIt}</p>
          <Command
            text={`curl ${window.location.origin}${readablePath(made.scopes)} \\\n  -H 'X-API-Key: ${made.key}'`}
          />
        </>
      )}
    </SecretDialog>
  );
}
