import type { RemarkSign } from '../../../../test/harness/remark-sign';
import { hasNumber, spellsNumber } from './amounts';
import { isAnswer } from './is-answer';
import { questionAskedIn } from './question-matching';
import { asksWhetherDone, offersIn } from './offers';
import { understand } from './remark';
import { isQuestion } from './sentences';
import { answerKindOf } from './answer-kinds';
import { wordsOf } from './words';

describe('everyday remarks', () => {
  it.each<[RemarkSign, string]>([
    ['asksWho', 'is this a fraud call'],
    ['asksWho', 'ye fraud to nahi hai na'],
    ['refuses', 'I know this scam'],
    ['refuses', 'ye sab fraud hai'],
    ['refuses', 'मैं किसी पार्टी वाले से बात नहीं करता'],
    ['refuses', 'no never again'],
    ['settled', 'beti ki to sagai ho gayi'],
    ['settled', 'I paid on 5th itself'],
    ['settled', 'I already filled the form'],
    ['settled', 'I sold that car last year'],
    ['settled', 'please cancel my appointment'],
    ['settled', 'we changed the school'],
    ['settled', 'gaadi bech di ab kuch nahi lena hai'],
    ['settled', "I sold it and don't want another"],
    ['settled', 'hum makaan chhod chuke hain'],
    ['settled', 'maine to bhar diya hai pichle hafte'],
    ['settled', 'घुटनों में दर्द है नहीं जा पाऊँगा'],
    ['settled', 'hum to pichle saal ho aaye'],
    ['settled', 'I left my studies'],
    ['settled', "don't send anyone"],
    ['defers', 'बेटे से पूछकर बताऊँगा'],
    ['defers', 'sochke batata hoon'],
    ['defers', 'इस बार नहीं अगले साल देखेंगे'],
    ['settled', 'main dusri company mein port kar raha hoon'],
    ['settled', 'aaj hi online kar diya tha maine'],
    ['settled', 'मकान मालिक मना करता है'],
    ['settled', 'मोबाइल से ही काम चल जाता है'],
    ['settled', 'we are not coming'],
    ['settled', 'sorry something came up'],
    ['notNow', 'fasal bikne ke baad dekhenge'],
    ['settled', 'मेरा तो खाता ही नहीं है वहाँ'],
    ['settled', 'main ab jaata hi nahi hoon'],
    ['settled', 'abhi ruk gaye hain, rate kam hone par'],
    ['complains', 'your delivery boy was very rude'],
    ['settled', 'I closed that account two years ago'],
    ['settled', 'wo to return kar diya maine'],
    ['settled', "my mother doesn't allow"],
    ['settled', 'nahi aa paunga, door hai'],
    ['busy', "I'm stuck in traffic"],
    ['busy', 'running late yaar'],
    ['invites', 'haan pucho'],
    ['invites', 'theek hai chalo'],
    ['interested', 'I am keen to join'],
    ['reschedules', 'can we make it Thursday'],
    ['reschedules', "no I can't, can we do Friday"],
    ['reschedules', 'interview postpone ho sakta hai kya'],
    ['bereaved', 'मेरे पति का देहांत हो गया'],
    ['bereaved', 'he expired yesterday'],
    ['bereaved', 'papa pichle mahine guzar gaye'],
    ['bereaved', 'wo chal base'],
    ['refuses', 'dobara nahi aaunga'],
    ['wrongNumber', 'he expired yesterday'],
    ['notNow', 'not today, there is a puja at home'],
    ['callLater', 'I would, maybe next month'],
    ['unclear', 'what time did you say'],
    ['settled', 'rent pe chahiye tha, kharidna nahi hai'],
    ['settled', 'service to pichle mahine hui thi'],
    ['settled', 'abhi pichle mahine karwaya hai'],
    ['settled', 'I already donate to another NGO'],
    ['settled', 'mera koi loan nahi hai'],
    ['settled', 'pehle se do loan chal rahe hain'],
    ['settled', 'No, I booked somewhere else'],
    ['settled', 'हम तो शहर छोड़ रहे हैं'],
    ['refuses', 'then cancel it please'],
    ['refuses', "it's too complicated, we won't continue"],
    ['defers', 'Let me think about it'],
    ['notThere', 'usko phone karo'],
    ['reschedules', "No, I can't make it tomorrow"],
    ['reschedules', 'kal to nahi aa paunga'],
    ['complains', 'paani dheere aata hai'],
    ['interested', 'haan book kar do'],
    ['asksWho', 'who gave you my number'],
    ['settled', "I've bought one already"],
    ['settled', 'हमने प्रोफ़ाइल हटा दी'],
    ['refuses', "I'm not giving any details on phone"],
    ['wantsPerson', 'can I talk to the receptionist'],
  ])('%s: %s', (sign, text) => expect(understand(text)[sign]).toBe(true));

  it.each<[RemarkSign, string]>([
    ['refuses', 'is this a fraud call'],
    ['busy', "it's stuck since ten days"],
    ['elsewhere', "ok but quickly, I'm driving"],
    ['busy', 'jaldi bolo, thoda busy hoon'],
    ['settled', 'the lift is not working'],
    ['settled', 'पिछले साल का पैसा अभी तक नहीं मिला'],
    ['settled', 'kal nahi ho payega, reschedule kar do'],
    ['settled', "tomorrow I can't make it, call me on Friday"],
    ['settled', "I can't make it tomorrow"],
    ['settled', "she is not my daughter, she's my niece"],
    ['notThere', "she is not my daughter, she's my niece"],
    ['bereaved', 'my policy expired'],
    ['bereaved', 'haan mujhe pata chal gaya'],
    ['bereaved', 'sir do mahine guzar gaye'],
    ['bereaved', 'mrityu pramaan patra chahiye'],
    ['refuses', 'dobara nahi suna maine'],
    ['refuses', 'order dobara nahi aaya'],
    ['dontKnow', 'ruko dekhta hoon, chaar paanch do aath nau ek'],
    ['interested', 'beti ki to sagai ho gayi'],
    ['settled', 'subsidy kyun nahi aa rahi'],
    ['settled', 'घर से नहीं हो सकता क्या'],
    ['settled', 'main samjha hi nahi'],
    ['settled', 'I sold my old car and want a new one'],
    ['settled', 'bike bech di ab car leni hai'],
    ['settled', 'job chhod di hai isliye course karna hai'],
    ['settled', 'I left my job so looking for a course'],
    ['settled', 'mera number port kar do'],
    ['settled', 'ghar ka kaam chal raha hai'],
    ['settled', "don't deliver today, tomorrow is ok"],
    ['settled', 'haan form bhar diya tha'],
    ['settled', 'mummy ne mana nahi kiya'],
    ['elsewhere', 'my kid is in class one, is there a lady attendant'],
    ['settled', 'mera ghar hi nahi mil raha delivery wale ko'],
    ['settled', 'cancel the old address, new one is sector 5'],
    ['reschedules', 'can we do this now'],
  ])('not %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(false));

  it.each([
    ['raat ko karna nau baje ke baad', 'raat nau baje ke baad'],
    ['शाम को करना छह बजे के बाद', 'शाम छह बजे के बाद'],
    ['kal call karna subah das baje', 'kal subah das baje'],
  ])('takes the part of the day to its hour: %s', (text, when) => {
    expect(understand(text)).toMatchObject({ callLater: true, when });
  });

  it.each([
    ["Don't call at night", null],
    ['Please do not call before ten', null],
    ['raat ko call mat karna', null],
    ["Don't call at night, call me tomorrow morning", 'tomorrow morning'],
    ['raat ko mat karna, subah call karna', 'subah'],
    ['abhi call mat karna kal karna', 'kal'],
  ])('takes no time that is refused: %s', (text, when) => expect(understand(text).when).toBe(when));

  it.each([
    'kitne paise doge',
    'haan kitne ki hai',
    'uska kya hua',
    'kab aaoge',
    "what's the salary",
    'which car are you talking about',
    'kaunsi gaadi ki baat kar rahe ho',
    'is breakfast included',
    'can my son come',
    'kitna bill bana',
    'really, how much is the scholarship',
    'which doctor will see me',
    'कौन सी शाखा में आना है',
    'kaunsi shakha mein aana hai',
    'OTP to nahi maangoge',
    'ghar se nahi ho sakta kya',
    'location kahan hai exactly',
    'jo demo class hai uski fees kitni hai',
  ])('is a question: %s', (text) => expect(isQuestion(text)).toBe(true));

  it.each([
    'is mahine karunga',
    "what's app pe bhej do",
    'is Sunday available hoon',
    'do log hain',
    'which is fine',
    'jab aap bologe',
    'jahan bologe wahan',
    'kaun sa bhi chalega',
    'kitna bhi lage',
  ])('is a statement: %s', (text) => expect(isQuestion(text)).toBe(false));

  it.each(['satais', 'chhabbis', 'satattar', 'बावन', 'पैंतालीस', 'पचपन', 'zero', 'seventeen'])(
    'knows the number %s',
    (word) => expect(hasNumber(wordsOf(word))).toBe(true),
  );

  it('knows a number that is dictated', () => {
    expect(spellsNumber(wordsOf('four five six double seven one'))).toBe(true);
    expect(spellsNumber(wordsOf('98 100 22 33 4'))).toBe(true);
    expect(spellsNumber(wordsOf('teen ya chaar log'))).toBe(false);
  });
});

describe('everyday questions', () => {
  it.each([
    'Aapka parcel mil gaya kya?',
    'Did she like it?',
    'क्या समस्या ठीक हो गई?',
    'Have you received your order?',
  ])('asks whether something is done, and offers nothing: %s', (text) => {
    expect(asksWhetherDone(text)).toBe(true);
    expect(offersIn(text)).toBe(false);
  });

  it.each(['Kya abhi baat ho sakti hai?', 'Would you like to join again?', 'Did you enquire about a loan?'])(
    'does not ask whether something is done: %s',
    (text) => expect(asksWhetherDone(text)).toBe(false),
  );

  it.each(['Will your child use the school bus this year?', 'Kya aap camp mein aa sakte hain?'])(
    'offers something: %s',
    (text) => expect(offersIn(text)).toBe(true),
  );

  it.each(['Can you pay this week?', 'Will you have two minutes to talk?'])('offers nothing: %s', (text) =>
    expect(offersIn(text)).toBe(false),
  );

  it('does not take an offer for a question on the same thing', () => {
    const known = [{ question: 'Pehle koi loan chal raha hai?', spoken: null }];
    expect(questionAskedIn('Kya aapko abhi loan chahiye?', known)).toBeNull();
    expect(questionAskedIn('Kya aapko loan chahiye?', [{ question: 'Loan lena hai?', spoken: null }])).toBe(
      0,
    );
  });

  it('does not take "can you pay?" for "when will you pay?"', () => {
    const known = [{ question: 'When will you pay?', spoken: null }];
    expect(questionAskedIn('Your dues are pending. Can you pay them this week?', known)).toBeNull();
    expect(questionAskedIn('Can you tell me when you will pay?', known)).toBe(0);
  });

  it.each([
    'Raat ki duty kar loge?',
    'Membership lena chahenge?',
    'Has your address changed?',
    'Do you have any pain or fever?',
  ])('is answered by yes or no: %s', (question) => {
    expect(answerKindOf(question)).toBe('yes_no');
    expect(isAnswer(question, understand('haan'))).toBe(true);
    expect(isAnswer(question, understand('no'))).toBe(true);
  });

  it('is answered by a thing, or by a verb', () => {
    expect(isAnswer('Do you take any medicines?', understand('thyroid'))).toBe(true);
    expect(isAnswer('Raat ki duty kar loge?', understand('kar lunga'))).toBe(true);
    expect(isAnswer('Would you order again?', understand('maybe'))).toBe(true);
    expect(isAnswer('Loan lena hai?', understand('shayad'))).toBe(true);
    expect(isAnswer('Screen guard lagwana hai?', understand('laga do'))).toBe(true);
    expect(isAnswer('Pickup khud karenge ya ghar bhejein?', understand('ghar bhej do'))).toBe(true);
    expect(answerKindOf('Apna email share karenge?')).toBe('open');
  });
});
