import { cleanNumber } from './clean-number';

describe('digits of another script', () => {
  it.each([
    ['९८७६५ ४०००१', '+919876540001'],
    ['+९१ ९८७६५४०००१', '+919876540001'],
    ['௯௮௭௬௫௪௦௦௦௧', '+919876540001'],
  ])('are read in %s', (text, number) => expect(cleanNumber(text, '91')).toEqual({ number }));
});

describe('a number of a spreadsheet', () => {
  it.each([
    [" '98765 40001", '+919876540001'],
    [' 9876540001.0 ', '+919876540001'],
    ['9.19876540001 E+11', '+919876540001'],
    ['9.198765400010E+11', '+919876540001'],
    ['19876540001', '+9119876540001'],
  ])('is sent for %j as %s', (text, number) => expect(cleanNumber(text, '91')).toEqual({ number }));
});

describe('a national number that begins as the code of its country', () => {
  it.each([
    ['04921 1234567', '49', '+4949211234567'],
    ['4921 1234567', '49', '+4949211234567'],
    ['04352 1234567', '43', '+4343521234567'],
    ['(55) 99999-8888', '55', '+5555999998888'],
    ['49 151 23456789', '49', '+4915123456789'],
    ['55 11 99999-8888', '55', '+5511999998888'],
    ['33 6 12 34 56 78', '33', '+33612345678'],
  ])('is sent for %s with +%s as %s', (text, code, number) =>
    expect(cleanNumber(text, code)).toEqual({ number }),
  );
});
