// Takes the place of the native part of AWS's runtime client, which posts outcomes with libcurl and
// is compiled when that is installed. What it posts, and where, is as in the client's own
// `rapid-client.cc`: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client
const http = require('node:http');

function post(path, body) {
  const url = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/${path}`;
  const request = http.request(url, { method: 'POST' });
  request.once('response', (response) => response.resume());
  request.end(body);
}

exports.done = (requestId, body) => post(`${requestId}/response`, body);
exports.error = (requestId, body) => post(`${requestId}/error`, body);
