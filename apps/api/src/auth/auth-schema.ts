/** Names of better-auth's models in our tables (migration 001 owns them): columns in snake case. */
const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const authTables = {
  user: { modelName: 'users', fields: { ...stamps, emailVerified: 'email_verified' } },
  session: {
    modelName: 'sessions',
    fields: { ...stamps, expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', userId: 'user_id' },
  },
  account: {
    modelName: 'accounts',
    fields: {
      ...stamps,
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'verifications', fields: { ...stamps, expiresAt: 'expires_at' } },
} as const;

/** The same for the plugin of the second factor (migration 029). */
export const twoFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const;
