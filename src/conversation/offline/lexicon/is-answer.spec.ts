import { isAnswer } from './is-answer';
import { understand } from './remark';

const BUDGET = 'Budget kitna hai?';
const COURSE = 'Kaunsa course karna hai?';
const START = 'Kab tak shuru karna hai?';
const CITY = 'City';

describe('isAnswer', () => {
  it.each([
    [BUDGET, 'do lakh'],
    [BUDGET, 'jitna kam ho utna achha'],
    [BUDGET, 'nahi'],
    [COURSE, 'MBA mein interest hai'],
    [COURSE, 'brochure bhej do, MBA ka'],
    [START, 'kal shaam'],
    [START, 'do saal baad, jab 2 lakh ho jayenge'],
    [CITY, 'Jaipur'],
    ['Hostel chahiye?', 'nahi chahiye'],
    ['Koi dikkat hai kya?', 'nahi'],
    [BUDGET, 'पच्चीस'],
    [BUDGET, 'छह'],
    ['How many people live at home?', 'just me'],
    ['Delivery address sahi hai?', 'haan'],
    ['Pichle saal koi claim liya tha?', 'nahi'],
    ['Is the address correct?', 'yes'],
    ['Address correct?', 'yes'],
    ['What is the reason for your visit?', 'cleaning'],
    ['Email id?', 'WhatsApp pe bhej do'],
    ['Kitne baje aa sakte hain?', 'dopahar tak'],
    ['At what time will you arrive?', 'around noon'],
    [CITY, 'Sahakar Nagar'],
    ['How was the food?', 'great'],
    ['Aap kaise hain?', 'theek hoon'],
    ['How many years of experience do you have?', 'fresher'],
    ['Financing', 'self funded'],
    ['Do you have Aadhaar and PAN with you?', 'only Aadhaar'],
    ['पढ़ाई कितनी है?', 'बीटेक'],
    ['Kya dikkat aa rahi hai?', 'slow hai'],
    ['What is your feedback?', 'great'],
    ['Koi keede ki samasya hai abhi?', 'nahi'],
    ['Do you own the house?', 'rented'],
    ['Pehle gym kiya hai?', 'school mein'],
    ['Membership kitne mahine ki chahiye?', 'yearly'],
    ['How long a plan do you want?', 'lifetime'],
    ['Kis din aana chahenge?', 'aaj hi aa sakta hoon?'],
    ['When can our engineer visit?', 'can you come tomorrow?'],
  ])('answers %s: %s', (question, text) => expect(isAnswer(question, understand(text))).toBe(true));

  it.each([
    [BUDGET, 'Interested hu, aap details bhej do'],
    [BUDGET, 'Sunday ko free hu'],
    [BUDGET, 'bas mujhe details bhej do'],
    [BUDGET, 'Do teen din mein'],
    [BUDGET, 'Yes I am interested in B.Tech'],
    [COURSE, 'Haan, interest hai'],
    [COURSE, 'Nahi ji'],
    [COURSE, 'Main uska papa bol raha hun, wo school gaya hai'],
    [COURSE, 'Ek minute rukiye'],
    [COURSE, 'Haan haan sun raha hoon'],
    [COURSE, 'Haan ab aa rahi hai'],
    [START, 'My budget is around two lakhs'],
    [START, 'Nahi chahiye'],
    [START, 'व्हाट्सएप पर भेज दीजिए'],
    [CITY, 'Saturday shaam'],
    [CITY, 'oh ok'],
    [CITY, 'yes I do'],
    ['Which stop is nearest to you?', 'fine'],
    [COURSE, 'theek hai'],
    [COURSE, 'haan ji bilkul'],
    ['Hostel', 'BCA'],
    [BUDGET, 'tab to lunga'],
    [BUDGET, 'tab theek hai'],
    [START, 'chalo book karo'],
    ['Aapka fitness goal kya hai?', 'acha badhiya'],
    ['What is your goal?', 'okay great'],
  ])('does not answer %s: %s', (question, text) => expect(isAnswer(question, understand(text))).toBe(false));
});
