/** The counsellor that a first start makes; not a member of the user's team. */
export const DEMO_COUNSELLOR_EMAIL = 'meera.demo@example.com';
