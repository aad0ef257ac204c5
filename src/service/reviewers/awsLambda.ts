/** The folders in which functions of AWS Lambda stand: `lambda/`, `lambdas/`, `lambda_orders/`. */
export const inLambda = /(?:^|\/)lambdas?(?:[-_]\w{1,40})?\//i;
