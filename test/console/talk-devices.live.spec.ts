import { describeWithMicrophone } from '../harness/chromium';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

/** Runs in the browser: `window.contexts` has each AudioContext, `unplug` takes away a device by its label. */
const WATCH = `
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor(options) {
      super(options);
      contexts.push(this);
    }
  };
  window.unplug = (label) => {
    const devices = navigator.mediaDevices;
    const real = devices.enumerateDevices.bind(devices);
    devices.enumerateDevices = async () => (await real()).filter((device) => device.label !== label);
    devices.dispatchEvent(new Event('devicechange'));
  };`;
const OTHER = 'Fake Audio Output 2';

describeWithMicrophone('Test agent: devices of a talk', () => {
  const own = new TalkPage();
  const { driver, field, status, start } = own;
  const { page } = driver;
  const says = (text: string) => status().getByText(text).waitFor();
  const chosen = () => field('Speaker').locator('option:checked').textContent();
  const sink = () => page().evaluate<string>('contexts.at(-1).sinkId');

  beforeEach(async () => {
    await page().evaluate(WATCH);
    await start();
    await field('Speaker').waitFor();
  });

  it("continues with the browser's loudspeaker when the chosen one is unplugged", async () => {
    await field('Speaker').selectOption({ label: OTHER });
    await expectSoon(sink).notToBe('');
    await expectSoon(chosen).toBe(OTHER);
    await page().evaluate(`unplug('${OTHER}')`);
    await says('The loudspeaker was unplugged: another one is in use.');
    await expectSoon(sink).toBe('');
    await driver.isWellMade();
    await field('Speaker').selectOption({ index: 1 });
    await expectSoon(() => status().textContent()).toBe('');
  });

  it('shows the loudspeaker in use when another cannot be chosen', async () => {
    const before = await chosen();
    await page().evaluate(
      `AudioContext.prototype.setSinkId = () => Promise.reject(new DOMException('', 'NotFoundError'))`,
    );
    await field('Speaker').selectOption({ label: OTHER });
    await expectSoon(chosen).toBe(before);
  });

  it('states why another microphone cannot be chosen, and goes on with the former', async () => {
    const microphone = () => field('Microphone').locator('option:checked').textContent();
    const before = await microphone();
    await page().evaluate(`{
      const devices = navigator.mediaDevices;
      window.realMedia = devices.getUserMedia;
      devices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
    }`);
    await field('Microphone').selectOption({ index: 1 });
    await says('Another program uses the microphone: close it, or choose another microphone.');
    expect(await microphone()).toBe(before);
    await expectSoon(own.isMicrophoneSilent).toBe(false);
    await page().evaluate('navigator.mediaDevices.getUserMedia = window.realMedia');
    await field('Microphone').selectOption({ index: 1 });
    await expectSoon(() => status().textContent()).toBe('');
  });
});
