/**
 * What the contacts of the corpus say. `~` follows a word after which a speaker who pauses has plainly not finished: it
 * joins, fills or counts. The service's own tables are not used, as they are what is measured.
 */
export const SENTENCES = {
  english: {
    turns: [
      'I want to~ study computer science in the next year.',
      'I live in~ London with my parents and~ my two sisters.',
      'Well~ I think that~ tomorrow in the morning is fine.',
      'My brother was~ at your college and~ he liked it.',
      'Um~ the fees are too high for~ my family.',
      'Is there a hostel for~ girls near the campus?',
      'I have finished school but~ my results are not here.',
      'Please send me the~ brochure by email.',
      'Yes, I would like to~ visit you on Monday or~ Tuesday.',
      'Actually~ I wanted mechanical engineering because~ I like machines.',
      'Can you tell me if~ there is a scholarship?',
      'My father will pay the~ first part and~ a bank the rest.',
      'So~ what are the~ dates of the entrance test?',
      'I work in a shop and~ uh~ I need evening classes.',
    ],
    numbers: [
      'My number is~ nine~ eight~ seven~ six~ five~ four~ three~ two~ one zero.',
      'The code is~ four~ zero~ zero~ one~ two, that is near Reading.',
      'I got~ eight~ five percent in physics and~ nine~ two in chemistry.',
    ],
    prompts: ['Please tell me more about it.', 'And what else should I know?', 'Please go on with that.'],
    bargeIns: [
      'Sorry, but I have a question about the fees.',
      'Wait please, I did not understand that at all.',
      'I am driving now, can you call me in the evening?',
      'No no, I wanted the course in the evening.',
      'Hold on, which college are you talking about?',
    ],
    backchannels: ['Okay.', 'Yes.', 'Right.', 'Uh huh.'],
    television:
      'The weather will be dry and warm in the south today. In the north some rain is expected later in the week. ' +
      'And now the sport: the home team has won the second match of the series by six wickets.',
  },
  hindi: {
    turns: [
      'मुझे अगले साल कंप्यूटर साइंस पढ़ना है।',
      'मैं दिल्ली में रहता हूँ और~ मेरे~ पिताजी दुकान चलाते हैं।',
      'कल सुबह ठीक रहेगा लेकिन~ शाम को समय नहीं है।',
      'मतलब~ फीस हमारे घर के~ लिए बहुत ज़्यादा है।',
      'क्या लड़कियों के~ लिए हॉस्टल मिलता है?',
      'मेरा~ भाई आपके कॉलेज में था और~ उसे अच्छा लगा।',
      'अगर~ छात्रवृत्ति मिलती है तो~ मैं आना चाहता हूँ।',
      'कृपया मुझे ईमेल पर जानकारी भेज दीजिए।',
      'मैंने बारहवीं पास की है मगर~ परिणाम नहीं आया।',
      'प्रवेश परीक्षा की~ तारीख क्या है?',
    ],
    numbers: [
      'मेरा~ नंबर है नौ~ आठ~ सात~ छह~ पाँच~ चार~ तीन~ दो~ एक शून्य।',
      'पिन कोड एक~ एक~ शून्य~ शून्य~ चार~ पाँच है, यह दिल्ली में है।',
    ],
    prompts: ['आगे बताइए और क्या है।', 'इसके बारे में और बताइए।'],
    bargeIns: [
      'सुनिए, मुझे फीस के बारे में पूछना है।',
      'रुकिए, यह बात मुझे समझ नहीं आई।',
      'मैं गाड़ी चला रहा हूँ, शाम को फोन कीजिए।',
    ],
    backchannels: ['हाँ।', 'जी।', 'अच्छा।', 'हाँ जी।'],
    television:
      'आज दक्षिण में मौसम साफ रहेगा। उत्तर में हफ्ते के आखिर में बारिश हो सकती है। अब खेल समाचार: भारत ने दूसरा मैच छह विकेट से जीत लिया।',
  },
  hinglish: {
    turns: [
      'Mujhe agle saal computer science padhna hai.',
      'Main Delhi mein rehta hoon aur~ mera~ bhai Pune mein hai.',
      'Kal subah theek rahega lekin~ shaam ko time nahin hai.',
      'Matlab~ fees hamare ghar ke~ liye bahut zyada hai.',
      'Kya ladkiyon ke~ liye hostel milta hai?',
      'Agar~ scholarship milti hai toh~ main aana chahta hoon.',
      'Please mujhe WhatsApp par details bhej dijiye.',
      'Maine school pass kiya hai par~ result abhi nahin aaya.',
      'Um~ entrance test ki~ date kya hai?',
      'Papa bolte hain ki~ engineering achha rahega.',
      'Haan, main Monday ko~ campus dekhne aa sakta hoon.',
      'Main job karta hoon isliye mujhe evening classes chahiye.',
    ],
    numbers: [
      'Mera~ number hai nau~ aath~ saat~ chhe~ paanch~ char~ teen~ do~ ek shunya.',
      'Pin code char~ ek~ ek~ zero~ zero~ teen hai, yeh Pune mein hai.',
    ],
    prompts: ['Aage bataiye aur kya hai.', 'Iske baare mein thoda bataiye.'],
    bargeIns: [
      'Suniye, mujhe fees ke baare mein poochna hai.',
      'Rukiye, yeh baat mujhe samajh nahin aayi.',
      'Main abhi drive kar raha hoon, shaam ko call karna.',
    ],
    backchannels: ['Haan.', 'Ji.', 'Achha.', 'Haan ji.'],
    television:
      'Aaj dakshin mein mausam saaf rahega. Uttar mein hafte ke aakhir mein baarish ho sakti hai. Ab khel samachar: Bharat ne doosra match chhe wicket se jeet liya.',
  },
};
