import { type Remark, understand } from './remark';

type Sign = { [K in keyof Remark]: Remark[K] extends boolean ? K : never }[keyof Remark];

/** What people reply to "can we talk?" when they cannot, or need nothing. */
describe('the first remark of a talk', () => {
  it.each<[Sign, string]>([
    ['settled', "I've enrolled somewhere already"],
    ['settled', 'I already installed solar last month'],
    ['settled', 'you people already picked it up yesterday'],
    ['settled', 'my company has paid for another course'],
    ['settled', 'I clicked by accident'],
    ['settled', 'that was my mistake'],
    ['settled', 'course kar liya maine'],
    ['settled', 'maine wo course kar liya'],
    ['refuses', 'leave it'],
    ['elsewhere', "I'm at a funeral"],
    ['elsewhere', 'we are at a wedding'],
    ['elsewhere', "I'm about to board a flight"],
    ['elsewhere', "I'm eating"],
    ['elsewhere', 'having dinner'],
    ['elsewhere', 'shaadi mein hain abhi'],
    ['busy', 'my battery is low'],
    ['busy', 'battery khatam ho rahi hai'],
    ['busy', "I'm on another call"],
    ['busy', 'main dusri call par hoon'],
    ['busy', "I'm on a call"],
    ['busy', 'sorry, got to go'],
    ['busy', 'gotta run, bye'],
    ['notNow', 'later'],
    ['notNow', 'later please'],
    ['notNow', 'baad mein'],
    ['notNow', 'bad me ji'],
    ['notNow', 'shaadi hai ghar mein, abhi nahi ho payega'],
    ['notThere', 'Rohan so raha hai'],
    ['notThere', 'Rohan gaon gaya hai'],
    ['notThere', 'Priya is sleeping'],
    ['machine', 'The person you are calling is on another call'],
  ])('means %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(true));

  it.each<[Sign, string]>([
    ['machine', "I'm on another call"],
    ['machine', 'main dusri call par hoon'],
    ['callLater', 'kal bhi phone aaya tha aapka'],
    ['offersTime', 'two minutes only'],
    ['offersTime', 'do minute hi hain mere paas'],
    ['notNow', 'I will join later'],
    ['settled', 'I had an accident'],
    ['settled', 'maine enquiry kar li thi website par'],
    ['refuses', 'I want to leave it to you'],
    ['refuses', 'I will leave it at the reception'],
    ['busy', 'I have to go there tomorrow'],
    ['busy', 'which course do I have to go for'],
    ['busy', 'the battery of the scooter'],
    ['notThere', 'main raat ko so raha tha'],
    ['notThere', 'price upar gaya hai'],
  ])('does not mean %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(false));
});
