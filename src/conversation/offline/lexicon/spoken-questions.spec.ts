import type { Language } from '../../../shared-kernel/language';
import { questionAskedIn } from './question-matching';
import { type Topic, topicOf } from './topics';
import { phrasesOf } from './phrases/phrases';
import { spokenQuestions } from './spoken-questions';

const spoken = (language: Language, ...questions: string[]): string[] =>
  spokenQuestions(questions, phrasesOf(language)).map((each) => each.spoken);

describe('topicOf', () => {
  it.each([
    ['Which branch would you like to study?', 'course'],
    ['branch aa jaun kya', null],
    ['branch kahan hai?', 'city'],
  ])('%s', (text, topic) => expect(topicOf(text)).toBe(topic));
});

describe('spokenQuestions', () => {
  it.each([
    ['hinglish', 'Budget kitna hai?', 'aapka budget lagbhag kitna hai?'],
    ['hinglish', 'Preferred course', 'aap kaunsa course karna chahte hain?'],
    ['hinglish', 'preferred_course', 'aap kaunsa course karna chahte hain?'],
    ['hinglish', '1. Budget (in lakhs)', 'aapka budget lagbhag kitna hai?'],
    [
      'hinglish',
      'Kya aap apne shehar mein hi padhna chahte hain?',
      'kya aap apne shehar mein hi padhna chahte hain?',
    ],
    ['hinglish', 'Pet ka naam aur umar bataiye', 'pet ka naam aur umar bataiye?'],
    ['hinglish', 'Kaunsi location chahiye?', 'kaunsi location chahiye?'],
    ['hinglish', 'Abhi koi policy hai?', 'abhi koi policy hai?'],
    ['hindi', 'क्या पता सही है?', 'क्या पता सही है?'],
    ['hinglish', 'Kis city se hain?', 'aap kis shehar se hain?'],
    ['hinglish', 'Kab jaana hai?', 'kab jaana hai?'],
    ['hinglish', 'Kitna loan chahiye', 'kitna loan chahiye?'],
    ['hindi', 'कितने दिन से है?', 'कितने दिन से है?'],
    ['hinglish', 'Kab se hai?', 'kab se hai?'],
    ['hinglish', 'Van chahiye?', 'van chahiye?'],
    ['hinglish', 'Blood group?', 'blood group ke baare mein thoda bataiye?'],
    ['hindi', 'आपको कितना लोन चाहिए?', 'आपको कितना लोन चाहिए?'],
    ['hindi', 'Which of our many courses would you like to study?', 'आप कौन सा कोर्स करना चाहते हैं?'],
    ['hindi', 'What is your budget for the trip?', 'आपका बजट लगभग कितना है?'],
    ['hindi', 'When did the pain start?', 'when did the pain start?'],
    ['hindi', 'Is the loan approved by your family?', 'is the loan approved by your family?'],
    ['english', 'Aap kis sheher mein rehte hain abhi?', 'which city are you from?'],
    ['hindi', 'कोर्स का नाम', 'आप कौन सा कोर्स करना चाहते हैं?'],
    ['hinglish', 'School ka naam', 'school ka naam ke baare mein thoda bataiye?'],
    ['hinglish', 'Naam', 'aapka poora naam kya hai?'],
    ['english', "Student's name", 'may I have your full name?'],
    ['english', "Student's age group", 'could you tell me a bit about your age group?'],
    ['english', 'Company name', 'could you tell me a bit about your company name?'],
    ['hinglish', 'Loan amount', 'loan amount ke baare mein thoda bataiye?'],
    ['hinglish', 'In which city does the contact live?', 'aap kis shehar se hain?'],
    ['english', 'Date of birth', 'could you tell me a bit about your date of birth?'],
    ['english', 'Payment mode', 'could you tell me a bit about your payment mode?'],
    ['english', 'Appointment date', 'could you tell me a bit about your appointment date?'],
    ['english', 'Are you interested in this course?', 'are you interested in this course?'],
    ['english', 'What is your current salary?', 'what is your current salary?'],
    ['english', 'Expected salary', 'could you tell me a bit about your expected salary?'],
    ['english', 'When to join?', 'by when would you like to start?'],
    ['english', 'When can you start?', 'when can you start?'],
    ['hindi', 'कब आना चाहेंगे?', 'कब आना चाहेंगे?'],
    ['hinglish', 'Blood group', 'blood group ke baare mein thoda bataiye?'],
    ['hindi', 'बजट', 'आपका बजट लगभग कितना है?'],
    ['hindi', 'Joining timeline', 'आप कब तक शुरू करना चाहते हैं?'],
    ['english', 'City', 'which city are you from?'],
    ['english', "What is the student's age?", 'what is your age?'],
    ['english', 'What is the blood group of the customer?', 'what is your blood group?'],
    ['english', 'Is the customer ready to pay a deposit', 'are you ready to pay a deposit?'],
    ['hinglish', 'Kab tak chahiye?', 'kab tak chahiye?'],
    ['tamil', 'Budget', 'உங்க பட்ஜெட் சுமாரா எவ்வளவு?'],
  ] as const)('rewrites %s: %s', (language, question, asked) =>
    expect(spoken(language, question)).toEqual([asked]),
  );

  it('asks equal spoken questions once, and two sides of a topic twice', () => {
    expect(spoken('hinglish', 'Budget', 'budget?', ' Budget ')).toHaveLength(2);
    expect(new Set(spoken('hinglish', 'Budget', 'Fees paid so far')).size).toBe(2);
    expect(spoken('english', '', '  ', '?')).toEqual([]);
  });

  it.each(['hinglish', 'hindi', 'english'] as const)('matches questions by their topic in %s', (language) => {
    for (const [topic, form] of Object.entries(phrasesOf(language).ask)) {
      expect([form, topicOf(form)]).toEqual([form, topic as Topic]);
    }
  });

  it('is recognized in the words of another agent', () => {
    const known = ['Budget', 'Preferred course', 'Why do you want to change jobs?'].map((question) => ({
      question,
      spoken: null,
    }));
    expect(questionAskedIn('Ji achha. Aur sir fees ke liye kitna soch rakha hai aapne?', known)).toBe(0);
    expect(questionAskedIn('Which program are you looking at?', known)).toBe(1);
    expect(questionAskedIn('So, may I know why you want to change your jobs now?', known)).toBe(2);
    expect(questionAskedIn('Kya abhi do minute baat ho sakti hai?', known)).toBeNull();
    expect(questionAskedIn('Bahut dhanyavaad, aapka din shubh ho.', known)).toBeNull();
  });
});
