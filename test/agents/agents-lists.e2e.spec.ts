import { AgentEditor, AgentResources } from '../../src/agents';
import { ENGINE_IDS } from '../../src/agents/domain/voice-catalogue';
import { Credits } from '../../src/credits';
import { type TestAccount, TestApp } from '../harness/app';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const http = () => service.http(account);
const create = async (fields: object = {}) => {
  const { body } = await http()
    .post('/agents')
    .send({ ...REQUIRED, ...fields });
  expect(body.error).toBeUndefined();
  return body;
};
const editor = () => service.app.get(AgentEditor, { strict: false });

describe('GET /agents', () => {
  it('lists enabled agents that can call out, by folded name', async () => {
    for (const name of ['bela', 'Ähnlich', 'Anil', 'ßeta', 'Zoya', 'अमृता', 'anand']) await create({ name });
    await create({ name: 'Off', enabled: false });
    await create({ name: 'In', direction: 'inbound' });
    await create({
      name: 'Both',
      direction: 'both',
      language: 'odia',
      tts_model: 'sarvam',
      opening_line: '{{name}} {{a}}',
    });
    const { status, body } = await http().get('/agents');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'anand',
      'Anil',
      'bela',
      'Both',
      'ßeta',
      'Zoya',
      'Ähnlich',
      'अमृता',
    ]);
    expect(body.data[3]).toEqual({
      id: expect.any(String),
      object: 'agent',
      name: 'Both',
      language: 'odia',
      uses_contact_name: true,
      variables: ['a'],
    });
    expect((await http().get('/agents?limit=5')).body.error.details.errors).toMatchObject([
      { field: 'query.limit' },
    ]);
  });

  it('returns all of 5,000 agents with long scripts', async () => {
    const { id } = await create({ system_prompt: 'न'.repeat(60_000), opening_line: '{{a}}' });
    // Column by column: PostgreSQL would compress each text anew that comes from JSON.
    const [columns] = await service.unitOfWork.rows<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute WHERE attrelid = 'agents'::regclass
         AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'name', 'name_folded')`,
    );
    const copied = columns!.names;
    await service.unitOfWork.affected(
      `INSERT INTO agents (id, name, name_folded, ${copied}) SELECT 'agent_' || n, 'A' || n, 'a' || n, ${copied}
       FROM agents CROSS JOIN generate_series(1, 4999) AS n WHERE id = $1`,
      [id],
    );
    const began = performance.now();
    const { body } = await http().get('/agents');
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(body.data).toHaveLength(5_000);
    expect(body.has_more).toBe(false);
  });
});

describe('GET /voices', () => {
  it('lists every engine with its voices; google is the default', async () => {
    const { status, body } = await http().get('/voices');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ENGINE_IDS);
    expect(body.data.filter((engine: { default: boolean }) => engine.default)).toHaveLength(1);
    const { voices, ...google } = body.data[0];
    expect(google).toEqual({
      object: 'voice_engine',
      id: 'google',
      name: 'Google Chirp 3: HD',
      default: true,
      available: false,
      languages: expect.arrayContaining(['hi-IN', 'en-IN']),
      supports: { pace: true, temperature: false, voice_modulation: false },
      credits_per_minute: 6,
    });
    expect(voices).toContainEqual({
      object: 'voice',
      id: 'Aoede',
      name: 'Aoede',
      gender: 'female',
      languages: expect.arrayContaining(['hi-IN']),
      default: true,
    });
  });

  it('returns the prices of the account', async () => {
    const other = await service.account();
    await service.app.get(Credits, { strict: false }).setRates(other.id, (rates) => ({
      ...rates,
      ai_call: { ...rates.ai_call, google: '7.5', local: '0' },
    }));
    const { body } = await service.http(other).get('/voices').expect(200);
    const prices = (body.data as { id: string; credits_per_minute: number }[]).map(
      ({ id, credits_per_minute }) => [id, credits_per_minute],
    );
    const { body: credits } = await service.http(other).get('/credits').expect(200);
    expect(Object.fromEntries(prices)).toEqual(credits.rates.ai_call);
    expect(Object.fromEntries(prices)).toMatchObject({ google: 7.5, local: 0, sarvam: 10 });
  });

  it.each([
    ['tts_model=azure', ['azure']],
    ['language=odia', ['sarvam', 'azure', 'local']],
    ['language=ORIYA', []],
    ['language=or-in&tts_model=google', []],
    ['language=or&tts_model=local', ['local']],
    ['tts_model=nokia', []],
    ['tts_model=', []],
    ['language=', []],
  ])('filters by %s', async (query, engines) => {
    const { status, body } = await http().get(`/voices?${query}`);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(engines);
  });

  it('rejects unknown parameters, and NUL', async () => {
    const { body } = await http().get('/voices?gender=male&language=%00');
    expect(body.error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'query.gender',
      'query.language',
    ]);
  });

  it('lists voices with which an agent can be made', async () => {
    const { body } = await http().get('/voices?language=tamil');
    for (const engine of body.data) {
      const [voice] = engine.voices.slice(-1);
      expect(
        await create({ name: engine.id, tts_model: engine.id, language: 'tamil', voice: voice.id }),
      ).toMatchObject({
        voice: voice.id,
      });
    }
  });
});

describe('settings by the operator', () => {
  it('offer booking pages and approved templates of the account', async () => {
    const resources = service.app.get(AgentResources, { strict: false });
    const page = await resources.addBookingPage(account.id, 'Visits');
    expect(page).toMatchObject({ id: expect.stringMatching(/^bpage_/), name: 'Visits' });
    const foreign = await resources.addBookingPage((await service.account()).id, 'Theirs');
    await resources.addTemplate(account.id, 'brochure', false);
    const rules = [
      { action_type: 'book_meeting', booking_page_id: page!.id },
      { action_type: 'send_whatsapp', template_name: 'brochure' },
    ];
    const send = (fields: object) =>
      http()
        .post('/agents')
        .send({ ...REQUIRED, ...fields });
    const unapproved = await send({ send_rules: rules });
    expect([unapproved.status, unapproved.body.error.details]).toEqual([
      422,
      { field: 'send_rules[1].template_name', valid: [] },
    ]);
    await resources.addTemplate(account.id, 'brochure', true);
    expect((await send({ send_rules: rules, booking_page_id: page!.id })).body).toMatchObject({
      send_rules: rules,
      booking_page_id: page!.id,
    });
    for (const booking_page_id of [foreign!.id, '']) {
      const { status, body } = await send({ name: 'Ravi', booking_page_id });
      expect([status, body.error.code, body.error.details.valid]).toEqual([
        422,
        'booking_page_not_found',
        [page!.id],
      ]);
    }
    expect(await resources.addBookingPage('acct_no', 'x')).toBeNull();
    expect(await resources.addTemplate('acct_no', 'x', true)).toBeNull();
  });

  it('save the mode of the speech cache as any change', async () => {
    const { id, updated_at } = await create();
    expect(await editor().setSpeechCacheMode(id, 'fixed')).toMatchObject({ changed: true });
    const { body } = await http().get(`/agents/${id}`);
    expect(body.speech_cache_mode).toBe('fixed');
    expect(body.updated_at > updated_at).toBe(true);
    expect(await editor().setSpeechCacheMode('agent_no', 'off')).toBeNull();
  });
});
