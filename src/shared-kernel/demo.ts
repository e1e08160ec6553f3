/** Of the counsellor that a first start makes: nobody of the user's team. */
export const DEMO_COUNSELLOR_EMAIL = 'meera.demo@example.com';
