import type { Asked, AskedYesNo } from './speech-pack';

/** Recognizes what a question is about, most specific first, in one list for all languages. */
const CUES: readonly (readonly [Asked | `${AskedYesNo}?`, RegExp])[] = [
  [
    'callback_time',
    /kab (?:call|baat)|kis samay|kab .{0,80}call|कब .{0,80}(?:कॉल|बात)|किस समय|when .{0,80}(?:call|talk)|what time .{0,80}call|ਕਦੋਂ ਫ਼ੋਨ|केव्हा फोन|ક્યારે ફોન|কখন ফোন|எப்போ கூப்பிட|ఎప్పుడు ఫోన్|ಯಾವಾಗ ಫೋನ್|എപ്പോൾ വിളി|କେବେ ଫୋନ୍/iu,
  ],
  ['loan?', /\bloan|\bemi\b|finance|लोन|ईएमआई/iu],
  ['scholarship?', /scholarship|स्कॉलरशिप|छात्रवृत्ति/iu],
  ['hostel?', /hostel|accommodation|हॉस्टल|हॉस्टेल|ਹੋਸਟਲ|હોસ્ટેલ|হস্টেল|ஹாஸ்ட|హాస్టల్|ಹಾಸ್ಟೆಲ್|ഹോസ്റ്റ|ହଷ୍ଟେଲ/iu],
  ['visit?', /\bvisit|\bdemo\b|campus dekh|विज़िट|कैंपस|meeting/iu],
  ['marks', /percent|marks|score|cgpa|rank|प्रतिशत|अंक/iu],
  ['salary', /salary|income|\bctc\b|आमदनी|वेतन|package/iu],
  [
    'budget',
    /budget|\bfees?\b|kharch|price|\bcost|spend|invest|बजट|बजेट|फ़ीस|ख़र्च|खर्च|ਬਜਟ|બજેટ|বাজেট|பட்ஜெட்|బడ్జెట్|ಬಜೆಟ್|ബജറ്റ|ବଜେଟ୍/iu,
  ],
  ['experience', /experience|anubhav|अनुभव/iu],
  ['source', /kaise pata|hear about|कैसे पता|how did you/iu],
  ['decision', /faisl|decision|shaamil|फ़ैसल|शामिल|family(?! size)|parents/iu],
  ['mode', /online|offline|weekend|ऑनलाइन/iu],
  ['email', /e-?mail|whatsapp|ईमेल|व्हाट्सऐप/iu],
  [
    'time',
    /\bkab\b|\bwhen\b|by when|timeline|how soon|कब|कधीपर्यंत|ਕਦੋਂ|ક્યાં સુધી|কবে|எப்போ|ఎప్పటి|ಯಾವಾಗ|എപ്പോൾ|କେବେ|\bdate\b/iu,
  ],
  [
    'qualification',
    /padhai|qualification|studied|education|पढ़ाई|ਪੜ੍ਹਾਈ|शिक्षण|ભણ્યા|পড়াশোনা|படிச்சி|చదివారు|ಓದಿದ್ದ|പഠിച്ചത്|ପାଠ ପଢ଼/iu,
  ],
  [
    'city',
    /shehar|shahar|\bcity\b|kahan (?:se|reh)|location|based|शहर|कहाँ|where|ਸ਼ਹਿਰ|શહેર|শহর|ஊர்ல|ఊరి|ಊರಿ|എവിടെ|ସହର|area\b/iu,
  ],
  ['course', /course|program|branch|stream|कोर्स|ਕੋਰਸ|કોર્સ|কোর্স|கோர்ஸ்|కోర్సు|ಕೋರ್ಸ್|കോഴ്സ|କୋର୍ସ/iu],
  ['name', /\bnaam\b|\bname\b|नाम|नाव|ਨਾਮ|નામ|নাম|பெயர்|పేరు|ಹೆಸರು|പേര|ନାମ/iu],
  ['count', /kitne|kitni|how many|number of|family size|कितने|कितनी/iu],
  ['interest?', /interest|ruchi|रुचि|इंटरेस्ट/iu],
  // No yes/no question: it has an interrogative, or offers a choice. "Kya" makes a yes/no question only at its begin or end.
  [
    'open',
    /\b(?:what|which|who|whom|whose|why|how|kaun\w*|kais[aei]|kyu\w*|kyon)\b|कौन|कैस|क्यों|[^\s,] (?:kya|क्या) \S|\b(?:or|ya) (?!not\b|nahi\b)\S/iu,
  ],
  [
    'other?',
    /\bkya\b|क्या|^(?:is|are|do|does|did|can|could|would|will|have|has|should)\b|\b(?:would|do|are|can|could|have|will|is) (?:you|it|there|this)\b|ਕੀ |का\?|શું|কি |வேணுமா|కావాలా|ಬೇಕಾ|വേണോ|କି\?/iu,
  ],
];

/** Subject of the last question in the agent's words; null when there is none. */
export function detectQuestion(text: string): Asked | `${AskedYesNo}?` | null {
  const question = (text.match(/(?<![^.!?।])[^.!?।]+\?/gu) ?? []).at(-1)?.trim();
  if (question === undefined) return null;
  return CUES.find(([, cue]) => cue.test(question))?.[0] ?? 'open';
}

/** The course that the agent named, in its words. */
export function courseIn(text: string): string | null {
  return (
    /\b(?:B\.? ?Tech|M\.? ?Tech|MBA|MCA|BCA|BBA|B\.? ?Com|B\.? ?Sc|LLB|PGDM|B\.? ?Pharm|Nursing|Hotel Management|Data Science|Fashion Design)\b/u.exec(
      text,
    )?.[0] ?? null
  );
}
