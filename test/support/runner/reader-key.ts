/** The public key of a merchant who asks for cards. */
export const readerKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzX0N6crkcguHQZrGWIO5
7G1SOLZMogcuG8rRBDIrf3t/Dln3cxNlHqU4wh2Qwn6e5+WQtBsSifqUX2R4WaBg
SdKQbLlXmSW+SjUYd8JUoJylJTZYfvk3Vl80DIV3FgLmbDWRq1ng6Y2tWrG1BHy5
RxHA0iy/5VzPGkJEMqDVWzxPqbNjoQYNofBaP6+4mTV3zBmdc8+2MsEjFMXHBjcu
yAnOgkJbrwDX1GPWt3xNBQGv+Z9TmAJujKPqD6BK9qn4GlRFi0hsBjT6us3vJ2pZ
RySDz7EQzLh/dtnfY6nRAxitN1PpsPzYrxxBA8uvctrly7HZffdDENm5UFGUb0fv
FwIDAQAB
-----END PUBLIC KEY-----
`;
